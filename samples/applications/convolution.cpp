// A layer of a convolutional network, 3 x 3 taps over many channels, with float, half and bfloat16 in memory
// and arithmetic in float. --help lists the options; without any it checks all three against sums in double,
// prints their errors and times, and PASSED.
#include <hc.hpp>
#include <hc_random.hpp>
#include <hc_short_vector.hpp>
#include <hc_specialized.hpp>
#include <hc_storage.hpp>

#include "application.hpp"

constexpr int taps = 9;    // 3 x 3
constexpr int group = 8;   // output channels of a work-item: each number that it reads is used so often
constexpr int border = 1;  // zeros around the picture

/// The layer's size. The compiler of the device gets the number of inputs where it can use that.
struct Shape {
  int width, height, inputs, outputs;

  int row() const [[cpu, hc]] { return width + 2 * border; }
  int plane() const [[cpu, hc]] { return row() * (height + 2 * border); }
  double operations() const { return 2.0 * taps * inputs * outputs * width * height; }
};

/// Its numbers in float, as they are before any rounding. Weights of one tap lie together for each group of
/// outputs: [outputs / group][inputs][taps][group].
struct Layer {
  Shape shape;
  std::vector<float> picture, weights, bias;

  float& pixel(int channel, int y, int x) {
    return picture[std::size_t(channel) * shape.plane() + (y + border) * shape.row() + x + border];
  }
  float& weight(int output, int input, int tap) {
    return weights[((std::size_t(output / group) * shape.inputs + input) * taps + tap) * group +
                   output % group];
  }
};

static Layer make_layer(const Shape& shape) {
  Layer layer{shape, std::vector<float>(std::size_t(shape.plane()) * shape.inputs),
              std::vector<float>(std::size_t(shape.inputs) * shape.outputs * taps),
              std::vector<float>(shape.outputs)};
  for (int c = 0; c < shape.inputs; ++c)
    for (int y = 0; y < shape.height; ++y) {
      hc::random_stream random(11, c * shape.height + y);
      for (int x = 0; x < shape.width; ++x) layer.pixel(c, y, x) = random.uniform();
    }
  const float scale = 1 / std::sqrt(float(taps * shape.inputs));  // outputs of about the size of inputs
  hc::random_stream random(12, 0);
  for (float& w : layer.weights) w = scale * random.normal();
  for (float& b : layer.bias) b = 0.1f * random.normal();
  return layer;
}

/// The same layer with numbers of T in an accelerator's memory.
template <class T>
class OnDevice {
 public:
  OnDevice(const hc::accelerator_view& on, const Layer& layer)
      : on_(on),
        shape_(layer.shape),
        picture_(hc::extent<1>(int(layer.picture.size())), on),
        weights_(hc::extent<1>(int(layer.weights.size())), on),
        bias_(hc::extent<1>(shape_.outputs), layer.bias.begin(), on),
        result_(hc::extent<1>(shape_.outputs * shape_.width * shape_.height), on) {
    fill(layer.picture, picture_);
    fill(layer.weights, weights_);
  }

  void run() {
    const hc::array<T>& picture = picture_;
    const hc::array<T>& weights = weights_;
    const hc::array<float>& bias = bias_;
    hc::array<T>& result = result_;
    const Shape s = shape_;
    const hc::specialized<int> inputs(s.inputs);
    const hc::extent<3> threads(s.outputs / group, s.height, s.width);
    hc::parallel_for_each(on_, threads, [=, &picture, &weights, &bias, &result](hc::index<3> i) [[hc]] {
      float sum[group];
      for (int k = 0; k < group; ++k) sum[k] = bias[i[0] * group + k];
      const T* from = &picture[i[1] * s.row() + i[2]];
      const T* weight = &weights[i[0] * inputs * taps * group];
      for (int c = 0; c < inputs; ++c) {
#pragma unroll
        for (int t = 0; t < taps; ++t) {
          const float value = static_cast<float>(from[t / 3 * s.row() + t % 3]);
          const auto each = hc::load<group>(weight + t * group);
          for (int k = 0; k < group; ++k) sum[k] += value * each[k];
        }
        from += s.plane();
        weight += taps * group;
      }
      for (int k = 0; k < group; ++k)
        result[((i[0] * group + k) * s.height + i[1]) * s.width + i[2]] =
            static_cast<T>(sum[k] > 0 ? sum[k] : 0);
    });
  }
  void wait() { on_.wait(); }
  std::vector<T> result() const {
    std::vector<T> found(result_.get_extent().size());
    hc::copy(result_, found.begin());
    return found;
  }

 private:
  static void fill(const std::vector<float>& from, hc::array<T>& to) {
    std::vector<T> rounded(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) rounded[i] = static_cast<T>(from[i]);
    hc::copy(rounded.begin(), rounded.end(), to);
  }

  hc::accelerator_view on_;
  Shape shape_;
  hc::array<T> picture_, weights_;
  hc::array<float> bias_;
  hc::array<T> result_;
};

/// One output in double, from numbers that nothing was rounded of, tap by tap with the picture's edges asked
/// for.
static double reference(Layer& layer, int output, int y, int x) {
  const Shape& s = layer.shape;
  double sum = layer.bias[output];
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      if (y + dy < 0 || y + dy >= s.height || x + dx < 0 || x + dx >= s.width) continue;
      for (int c = 0; c < s.inputs; ++c)
        sum += double(layer.pixel(c, y + dy, x + dx)) * layer.weight(output, c, (dy + 1) * 3 + dx + 1);
    }
  return std::max(sum, 0.0);
}

/// The largest difference of 2,000 outputs, edges and corners among them, as a part of the largest output.
template <class T>
static double error_of(Layer& layer, const std::vector<T>& found) {
  const Shape& s = layer.shape;
  double worst = 0, largest = 0;
  hc::random_stream random(13, 0);
  for (int i = 0; i < 2000; ++i) {
    const int k = int(random.below(s.outputs));
    const int y = i % 4 == 0 ? (i & 4 ? s.height - 1 : 0) : int(random.below(s.height));
    const int x = i % 5 == 0 ? (i & 8 ? s.width - 1 : 0) : int(random.below(s.width));
    const double wanted = reference(layer, k, y, x);
    const double difference =
        std::fabs(wanted - double(float(found[(std::size_t(k) * s.height + y) * s.width + x])));
    if (!(difference <= worst)) worst = difference;  // a NaN stays
    largest = std::max(largest, wanted);
  }
  return worst / largest;
}

/// A line of the table; false where the error is larger than the type has it.
template <class T>
static bool row(const hc::accelerator_view& on, Layer& layer, const char* name, double most) {
  OnDevice<T> device(on, layer);
  const double seconds = application::seconds([&] { device.run(), device.wait(); }, 3);
  const double error = error_of(layer, device.result());
  std::printf("%-9s %5d %10.1e %9.2f %9.1f\n", name, int(sizeof(T)), error, 1e3 * seconds,
              1e-9 * layer.shape.operations() / seconds);
  return error < most;
}

/// All of it on one accelerator.
static bool table(const hc::accelerator& a, Layer& layer) {
  const Shape& s = layer.shape;
  std::printf("%s: %d x %d pixels, %d inputs, %d outputs\n", application::name_of(a).c_str(), s.width,
              s.height, s.inputs, s.outputs);
  std::printf("storage   bytes      error        ms    GFLOPS\n");
  const hc::accelerator_view on = a.get_default_view();
  bool good = row<float>(on, layer, "float", 1e-5);
  good = row<hc::half>(on, layer, "half", 2e-3) && good;
  return row<hc::bfloat16>(on, layer, "bfloat16", 2e-2) && good;
}

int main(int argc, char** argv) {
  application::Options options(
      argc, argv,
      {{"--width", "64", "of the picture, in pixels"},
       {"--height", "48", "of the picture"},
       {"--inputs", "16", "channels of the picture"},
       {"--outputs", "32", "channels of the result, a multiple of 8"},
       {"--benchmark", "", "print the table of each accelerator, by default of 256 x 256, 64 to 64"}});
  const bool measures = options.given("--benchmark");
  const auto number = [&](const char* name, int high, int measured) {
    const int value = options.number(name, 1, high);
    return measures && !options.given(name) ? measured : value;
  };
  const Shape shape = {number("--width", 8192, 256), number("--height", 8192, 256),
                       number("--inputs", 1024, 64), number("--outputs", 1024, 64)};
  if (shape.outputs % group != 0)
    application::refuse("--outputs is a multiple of 8, not " + std::to_string(shape.outputs));
  const double most =
      std::max(double(shape.plane()) * shape.inputs, double(shape.width) * shape.height * shape.outputs);
  if (most > 1 << 29) application::refuse("the layer has more than 536,870,912 numbers; take a smaller one");
  Layer layer = make_layer(shape);
  bool good = true;
  if (measures)
    for (const hc::accelerator& a : application::all_devices<hc::accelerator>())
      good = table(a, layer) && good;
  else
    good = table(hc::accelerator(), layer);
  return application::verdict(good, "errors are those of the types");
}
