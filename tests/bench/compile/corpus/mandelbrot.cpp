// std::complex in a kernel that diverges.
#include <complex>
#include <hc.hpp>
#include <vector>

void draw(std::vector<int>& image, int width, int height) {
  hc::array_view<int, 2> pixels(height, width, image);
  hc::parallel_for_each(pixels.get_extent(), [=](hc::index<2> i) [[hc]] {
    const std::complex<float> c(i[1] * 3.0f / width - 2, i[0] * 2.0f / height - 1);
    std::complex<float> z = 0;
    int n = 0;
    while (n < 256 && std::norm(z) < 4) {
      z = std::complex<float>(z.real() * z.real() - z.imag() * z.imag(), 2 * z.real() * z.imag()) + c;
      ++n;
    }
    pixels[i] = n;
  });
  pixels.synchronize();
}
