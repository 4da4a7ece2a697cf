// Operations on textures, which C++ AMP has.
#pragma once
#include "accesses.hpp"

namespace views {

#ifdef __HCC_AMP__
using Texture = api::graphics::texture<Word, 2>;

struct TextureSlot {
  Texture texture;
  std::shared_ptr<Store> store;  // words, whatever the texture's bits
  Shape shape;
  int accelerator = 0;
  unsigned bits = 32;

  Word mask() const { return bits == 32 ? ~0u : (1u << bits) - 1; }
};

class Textures : public Accesses {
 public:
  using Accesses::Accesses;

 protected:
  static std::string t(int slot) { return "t" + std::to_string(slot); }
  TextureSlot& texture(int slot) { return *textures_[static_cast<std::size_t>(slot)]; }
  int any_texture() {
    return choose(textures_, [](const TextureSlot&) { return true; });
  }
  std::vector<Word> random_words(std::size_t count, Word mask) {
    std::vector<Word> words(count);
    for (Word& word : words) word = random_.next() & mask;
    return words;
  }
  static Contents contents_of(const std::vector<Word>& words) {
    Contents made{Bytes(words.size() * sizeof(Word)), Bytes(words.size() * sizeof(Word), 1)};
    std::memcpy(made.bytes.data(), words.data(), made.bytes.size());
    return made;
  }

  void make_texture() {
    const int slot = random_.below(slot_count(textures_)), where = any_queue(), from = any_texture();
    if (from >= 0 && from != slot && random_.chance(30)) {
      say("texture " + t(slot) + "(" + t(from) + ");");
      const TextureSlot& old = texture(from);
      textures_[static_cast<std::size_t>(slot)].emplace(TextureSlot{
          old.texture, std::make_shared<Store>(*old.store), old.shape, old.accelerator, old.bits});
      return;
    }
    int extent[3];
    random_extent(2, extent);
    static const unsigned all_bits[] = {8, 16, 32};
    const unsigned bits = all_bits[random_.below(3)];
    const Shape shape = dense(2, extent, sizeof(Word));
    say("texture<unsigned, 2> " + t(slot) + "(" + braced("extent", extent, 2) + ", " + std::to_string(bits) +
        ", " + q(where) + "); copy(some.begin(), some.end(), " + t(slot) + ");");
    textures_[static_cast<std::size_t>(slot)].emplace(TextureSlot{
        Texture(extent_of<2>(extent), bits, queue(where)), std::make_shared<Store>(shape.bytes(), true),
        shape, queues_[static_cast<std::size_t>(where)].accelerator, bits});
    TextureSlot& made = texture(slot);
    const std::vector<Word> words = random_words(shape.count(), made.mask());
    api::graphics::copy(words.begin(), words.end(), made.texture);
    put(*made.store, shape, contents_of(words));
  }

  void copy_texture() {
    const int x = any_texture();
    if (x < 0) return;
    const int way = random_.below(4);
    TextureSlot& slot = texture(x);
    int origin[3], extent[3];
    random_part(slot.shape, origin, extent);
    const Shape box = part(slot.shape, origin, extent);
    const std::string words = t(x) + ", " + braced("index", origin, 2) + ", " + braced("extent", extent, 2);
    if (way == 0) {
      say("copy(some.begin(), some.end(), " + words + ");");
      const std::vector<Word> from = random_words(box.count(), slot.mask());
      api::graphics::copy(from.begin(), from.end(), slot.texture, index_of<2>(origin), extent_of<2>(extent));
      put(*slot.store, box, contents_of(from));
    } else if (way == 1) {
      say("copy_async(" + words + ", vector.begin());");
      const auto to = std::make_shared<std::vector<Word>>(box.count());
      const Contents wanted = contents(*slot.store, box);
      const std::string what = "a copy of " + t(x);
      keep(api::graphics::copy_async(slot.texture, index_of<2>(origin), extent_of<2>(extent), to->begin()),
           [wanted, to, what, this] { check_copy(wanted, to->data(), sizeof(Word), what); }, {to});
    } else if (way == 2) {
      check_texture(x);
    } else {
      copy_to_texture(x, words, origin, extent);
    }
  }
  void check_texture(int x) {
    say("copy(" + t(x) + ", vector.begin());");
    TextureSlot& slot = texture(x);
    std::vector<Word> found(slot.shape.count());
    api::graphics::copy(slot.texture, found.begin());
    check_copy(contents(*slot.store, slot.shape), found.data(), sizeof(Word), "a copy of " + t(x));
  }
  void copy_to_texture(int from, const std::string& words, const int* origin, const int* extent) {
    TextureSlot& source = texture(from);
    const int to = choose(textures_, [&](const TextureSlot& other) {
      return &other != &source && other.bits == source.bits && other.shape.extent[0] >= extent[0] &&
             other.shape.extent[1] >= extent[1];
    });
    if (to < 0) return;
    TextureSlot& target = texture(to);
    const int zero[3] = {0, 0, 0};
    say("copy_async(" + words + ", " + t(to) + ", index<2>());");
    maybe_keep(api::graphics::copy_async(source.texture, index_of<2>(origin), target.texture, api::index<2>(),
                                         extent_of<2>(extent)));
    put(*target.store, part(target.shape, zero, extent),
        contents(*source.store, part(source.shape, origin, extent)));
  }

  /// x[i] = x[i] * 3 + t[i mod its extent], or t[i] = t's bits of x[i mod its extent].
  void draw() {
    const int tex = any_texture();
    const int x = choose(views_, [](const ViewSlot& s) {
      return s.shape.rank == 2 && s.shape.element == sizeof(Word) && s.shape.count() > 0;
    });
    if (tex < 0 || x < 0) return;
    TextureSlot& slot = texture(tex);
    const int where = choose_queue(slot.accelerator);
    ViewSlot& other = view(x);
    if (is_writable(other) && random_.chance(50)) {
      say("read_texture(" + q(where) + ", " + v(x) + ", " + t(tex) + ");");
      read_texture(queue(where), std::get<View<Word, 2>>(other.view), slot);
      combine_shadow(*other.store, other.shape, *slot.store, slot.shape, 3, ~0u);
    } else {
      say("write_texture(" + q(where) + ", " + t(tex) + ", " + v(x) + ");");
      write_texture(queue(where), slot, read_only<Word, 2>(other));
      combine_shadow(*slot.store, slot.shape, *other.store, other.shape, 0, slot.mask());
    }
  }
  static void combine_shadow(Store& to, const Shape& shape, const Store& from, const Shape& from_shape,
                             Word factor, Word mask) {
    for (std::size_t i = 0; i < shape.count(); ++i) {
      int at[3];
      shape.index_of(i, at);
      const Value<Word> old = load<Word>(to, shape.at(at));
      const std::size_t place = shape.at(at);
      for (int d = 0; d < 2; ++d) at[d] %= from_shape.extent[d];
      const Value<Word> other = load<Word>(from, from_shape.at(at));
      store_value(to, place, (old.value * factor + other.value) & mask,
                  (factor == 0 || old.known) && other.known);
    }
  }
  static void read_texture(const Queue& where, const View<Word, 2>& x, TextureSlot& slot) {
    const api::graphics::texture_view<const Word, 2> from(slot.texture);
    const api::extent<2> e = slot.texture.get_extent();
    api::parallel_for_each(
        where, x.get_extent(), [=](api::index<2> i) restrict(amp) {
          x[i] = x[i] * 3 + from[api::index<2>(i[0] % e[0], i[1] % e[1])];
        });
  }
  static void write_texture(const Queue& where, TextureSlot& slot, const ConstView<Word, 2>& x) {
    const api::graphics::texture_view<Word, 2> to(slot.texture);
    const api::extent<2> e = x.get_extent();
    const Word mask = slot.mask();
    api::parallel_for_each(
        where, slot.texture.get_extent(), [=](api::index<2> i) restrict(amp) {
          to.set(i, x(i[0] % e[0], i[1] % e[1]) & mask);
        });
  }

  void check_textures() {
    for (int slot = 0; slot < slot_count(textures_); ++slot)
      if (textures_[static_cast<std::size_t>(slot)]) check_texture(slot);
  }

 private:
  std::vector<std::optional<TextureSlot>> textures_{3};
};
#else
class Textures : public Accesses {
 public:
  using Accesses::Accesses;

 protected:
  void make_texture() {}
  void copy_texture() {}
  void draw() {}
  void check_textures() {}
};
#endif

}  // namespace views
