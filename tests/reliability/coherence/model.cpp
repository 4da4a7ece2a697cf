// T2: every sequence of accesses to two views on three places, and random longer ones, on the runtime alone.
//
//   model --length N [--sections N] [--random N] [--seed S]
//
// Places: host memory and two null devices, which have their own memory; their kernels run nothing, so the
// test reads and writes in their place. Each step checks that no contents are stale and that no more copies
// and bytes were needed than by the oracle. Sequences that differ only by exchanging the two views or the two
// devices are tried once. Needs HCPY_NULL_DEVICE=2.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

#include "../../device/runtime/bundle_builder.hpp"
#include "../random.hpp"
#include "../watchdog.hpp"
#include "oracle.hpp"

using namespace hcrt;
using coherence::LeastCopies;
using How = coherence::Access;

namespace {

constexpr int parts = 2, part_words = 4;
constexpr std::size_t part_bytes = part_words * sizeof(int);

struct Step {
  int view, place, first, count;  // the parts
  How how;
};

struct World {
  TestUnit unit{"unit-coherence-model",
                {{"nothing", sizeof(void*), nullptr, 0, 0, 0, 0, "nothing"}},
                {{HCRT_IMAGE_NULL, "null", ""}}};
  Ref<Queue> queues[coherence::places];

  World() {
    unit.register_now();
    for (int place = 1; place < coherence::places; ++place) {
      Device* const device = find_device(place == 1 ? L"null" : L"null:1");
      if (!device) throw std::runtime_error("no second null device: set HCPY_NULL_DEVICE=2");
      queues[place] = create_queue(device, QueueOptions());
    }
  }
};

std::uint64_t moved_bytes() {
  const CopyCounts c = statistics().coherence;
  return c.to_devices.bytes + c.to_host.bytes + c.on_devices.bytes + c.on_host.bytes;
}
std::uint64_t made_copies() {
  const CopyCounts c = statistics().coherence;
  return c.to_devices.copies + c.to_host.copies + c.on_devices.copies + c.on_host.copies;
}

class View {
 public:
  explicit View(bool over_memory) : over_memory_(over_memory) {
    for (int p = 0; p < parts; ++p) {
      value_[p] = over_memory ? p + 1 : 0;
      defined_[p] = true;
      for (int i = 0; i < part_words; ++i) memory_[p * part_words + i] = value_[p];
      least_.emplace_back(over_memory);
    }
    buffer_ = create_view_buffer(over_memory ? memory_ : nullptr, sizeof memory_, true);
  }

  /// False: what was read was not what was written last.
  bool access(World& world, const Step& step, int fresh) {
    const std::size_t offset = static_cast<std::size_t>(step.first) * part_bytes;
    const std::size_t bytes = static_cast<std::size_t>(step.count) * part_bytes;
    for (int p = step.first; p < step.first + step.count; ++p)
      least_[static_cast<std::size_t>(p)].access(step.place, step.how);
    if (step.how == How::synchronize) {
      wait(synchronize_source(buffer_.get(), offset, bytes).get());
      return !over_memory_ || right(memory_, step);
    }
    if (step.how == How::overwrite) {
      discard(buffer_.get(), offset, bytes);
      for (int p = step.first; p < step.first + step.count; ++p) defined_[p] = false;
    }
    const Access access = step.how == How::read ? Access::read : Access::read_write;
    int* const data = static_cast<int*>(step.place == 0 ? host_pointer(buffer_.get(), access, offset, bytes)
                                                        : launch(world, step.place, access, offset, bytes));
    const bool good = right(data, step);
    if (step.how == How::read) return good;
    for (int p = step.first; p < step.first + step.count; ++p) {
      value_[p] = fresh;
      defined_[p] = true;
      for (int i = 0; i < part_words; ++i) data[p * part_words + i] = fresh;
    }
    return good;
  }

  /// The last view dies; the memory under it must then hold the contents.
  bool end() {
    buffer_ = Ref<Buffer>();
    if (over_memory_)
      for (LeastCopies& part : least_) part.access(0, How::synchronize);
    return !over_memory_ || right(memory_, {0, 0, 0, parts, How::read});
  }

  int least_parts() const {
    int all = 0;
    for (const LeastCopies& part : least_) all += part.least();
    return all;
  }
  /// Where every access was to all parts, one copy moves them all.
  int least_copies(bool whole) const { return whole ? least_.front().least() : least_parts(); }

 private:
  void* launch(World& world, int place, Access access, std::size_t offset, std::size_t bytes) {
    LaunchScope scope(world.queues[place].get());
    void* const data = scope.bind(buffer_.get(), access, offset, bytes);
    scope.launch(world.unit.id("nothing"), &data, sizeof data, LaunchShape());
    return data;
  }

  bool right(const int* data, const Step& step) const {
    for (int p = step.first; p < step.first + step.count; ++p)
      for (int i = 0; i < part_words; ++i)
        if (defined_[p] && data[p * part_words + i] != value_[p]) return false;
    return true;
  }

  const bool over_memory_;
  int memory_[parts * part_words];
  int value_[parts];
  bool defined_[parts];
  std::vector<LeastCopies> least_;
  Ref<Buffer> buffer_;
};

std::string describe(const std::vector<Step>& steps) {
  static const char* const names[] = {"read", "write", "overwrite", "synchronize"};
  std::string all;
  for (const Step& s : steps)
    all += " v" + std::to_string(s.view) + "@" + std::to_string(s.place) + "[" + std::to_string(s.first) +
           "+" + std::to_string(s.count) + "]" + names[static_cast<int>(s.how)];
  return all;
}

struct Count {
  unsigned long long sequences = 0, failures = 0, bytes = 0, least_bytes = 0;
};

void run(World& world, const std::vector<Step>& steps, bool over_memory, Count& count) {
  ++count.sequences;
  std::vector<std::unique_ptr<View>> views;
  for (int v = 0; v < 2; ++v) views.push_back(std::make_unique<View>(over_memory));
  const std::uint64_t bytes_before = moved_bytes(), copies_before = made_copies();
  const bool whole =
      std::all_of(steps.begin(), steps.end(), [](const Step& step) { return step.count == parts; });
  std::string fault;
  int fresh = 100;
  const auto check = [&](bool right, const char* when) {
    const auto bytes =
        static_cast<std::uint64_t>(views[0]->least_parts() + views[1]->least_parts()) * part_bytes;
    const auto copies =
        static_cast<std::uint64_t>(views[0]->least_copies(whole) + views[1]->least_copies(whole));
    if (!right) fault = std::string("stale contents ") + when;
    if (moved_bytes() - bytes_before > bytes || made_copies() - copies_before > copies)
      fault = std::to_string(made_copies() - copies_before) + " copies of " +
              std::to_string(moved_bytes() - bytes_before) + " bytes, least " + std::to_string(copies) +
              " of " + std::to_string(bytes) + " " + when;
  };
  for (const Step& step : steps) {
    check(views[static_cast<std::size_t>(step.view)]->access(world, step, ++fresh), "in a step");
    if (!fault.empty()) break;
  }
  for (const auto& view : views)
    if (fault.empty()) check(view->end(), "in the end");
  count.bytes += moved_bytes() - bytes_before;
  count.least_bytes +=
      static_cast<unsigned long long>(views[0]->least_parts() + views[1]->least_parts()) * part_bytes;
  if (fault.empty()) return;
  if (++count.failures <= 10)
    std::printf("FAILED%s%s: %s\n", over_memory ? "" : " (no memory)", describe(steps).c_str(),
                fault.c_str());
}

// All sequences over the alphabet, of that length: shorter ones are their beginnings.
void run_all(World& world, const std::vector<Step>& alphabet, int length, Watchdog& watchdog, Count& count) {
  std::vector<std::size_t> digits(static_cast<std::size_t>(length), 0);
  std::vector<Step> steps(digits.size());
  for (;;) {
    int device_seen = 0;
    bool first_form = true;  // the first device used is 1, the first view is 0
    for (std::size_t i = 0; i < digits.size(); ++i) {
      steps[i] = alphabet[digits[i]];
      if (steps[i].place > 0 && !device_seen) device_seen = steps[i].place;
    }
    first_form = device_seen != 2 && (steps.empty() || steps[0].view == 0);
    if (first_form) {
      if (count.sequences % 4096 == 0) watchdog.begin(describe(steps));
      run(world, steps, true, count);
      run(world, steps, false, count);
    }
    std::size_t d = 0;
    while (d < digits.size() && ++digits[d] == alphabet.size()) digits[d++] = 0;
    if (d == digits.size()) return;
  }
}

std::vector<Step> make_alphabet(int views, bool sections) {
  std::vector<Step> all;
  for (int view = 0; view < views; ++view)
    for (int place = 0; place < coherence::places; ++place)
      for (const How how : {How::read, How::write, How::overwrite, How::synchronize}) {
        if (how == How::synchronize && place > 0) continue;
        if (!sections || how == How::synchronize) all.push_back({view, place, 0, parts, how});
        for (int p = 0; sections && p < parts; ++p) all.push_back({view, place, p, 1, how});
        if (sections && how != How::synchronize) all.push_back({view, place, 0, parts, how});
      }
  return all;
}

int option(int argc, char** argv, const char* name, int otherwise) {
  for (int i = 1; i + 1 < argc; i += 2)
    if (std::strcmp(argv[i], name) == 0) return std::atoi(argv[i + 1]);
  return otherwise;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    World world;
    Watchdog watchdog(10);
    Count count;
    run_all(world, make_alphabet(2, false), option(argc, argv, "--length", 4), watchdog, count);
    run_all(world, make_alphabet(1, true), option(argc, argv, "--sections", 3), watchdog, count);
    const std::vector<Step> alphabet = make_alphabet(2, true);
    Random random(static_cast<std::uint64_t>(option(argc, argv, "--seed", 1)));
    for (int n = option(argc, argv, "--random", 2000); n > 0; --n) {
      std::vector<Step> steps;
      for (int s = random.between(7, 40); s > 0; --s)
        steps.push_back(alphabet[static_cast<std::size_t>(random.below(static_cast<int>(alphabet.size())))]);
      watchdog.begin("random");
      run(world, steps, random.chance(70), count);
    }
    std::printf("figure=%llu sequences, %llu bytes, least %llu failures=%llu\n", count.sequences, count.bytes,
                count.least_bytes, count.failures);
    return count.failures ? 1 : 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "model: %s\n", error.what());
    return 2;
  }
}
