#include "kept_files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "log.hpp"
#include "variables.hpp"

namespace hcrt {
namespace {

constexpr std::size_t most_bytes = std::size_t{64} << 20;
constexpr char folder_name[] = "runtime";  // below the cache's folder

struct Header {
  char magic[8];
  std::uint64_t bytes, sum;
};
constexpr char magic[8] = {'h', 'c', 'p', 'y', 'k', 'e', 'p', '1'};

// For damage, not for attacks: FNV-1a.
std::uint64_t sum_of(const unsigned char* content, std::size_t bytes) {
  std::uint64_t sum = 14695981039346656037u;
  for (std::size_t i = 0; i < bytes; ++i) sum = (sum ^ content[i]) * 1099511628211u;
  return sum;
}

class Descriptor {
 public:
  explicit Descriptor(int fd) noexcept : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const noexcept { return fd_; }
  void take(int fd) noexcept {
    if (fd_ >= 0) close(fd_);
    fd_ = fd;
  }
  bool is_open() const noexcept { return fd_ >= 0; }

 private:
  int fd_;
};

// Empty: there is no place. As hcpy/cache/store.py has it; with another user's rights nothing is kept.
std::string cache_folder() {
  if (variables::no_cache.is_on() || geteuid() != getuid() || getegid() != getgid()) return {};
  if (const char* const chosen = variables::cache_dir.given()) {
    if (*chosen == '/') return chosen;
    char here[4096];
    return getcwd(here, sizeof here) ? std::string(here) + "/" + chosen : std::string();
  }
  if (const char* const base = variables::xdg_cache_home.given())
    return *base == '/' ? std::string(base) + "/hcpy" : std::string();
  const char* const home = variables::home.given();
  return home && *home == '/' && home[1] ? std::string(home) + "/.cache/hcpy" : std::string();
}

bool is_own(const struct stat& status) {
  return status.st_uid == geteuid() && !(status.st_mode & (S_IWGRP | S_IWOTH));
}

// Nobody but root and this user may rename what is in it.
bool is_unshared(const struct stat& status) {
  return (status.st_uid == 0 || status.st_uid == geteuid()) &&
         (!(status.st_mode & (S_IWGRP | S_IWOTH)) || (status.st_mode & S_ISVTX));
}

std::vector<std::string> parts_of(const std::string& path) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < path.size();) {
    std::size_t end = path.find('/', at);
    if (end == std::string::npos) end = path.size();
    if (end > at && path.compare(at, end - at, ".") != 0) parts.push_back(path.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

// Each folder is opened in the one before it and checked when it is open. Unlike hcc's cache, symbolic links
// are not followed at all.
int open_folder() {
  const std::string root = cache_folder();
  if (root.empty()) return -1;
  std::vector<std::string> parts = parts_of(root);
  parts.push_back(folder_name);
  constexpr int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  Descriptor folder(open("/", flags));
  for (std::size_t i = 0; i < parts.size() && folder.is_open(); ++i) {
    int below = openat(folder.get(), parts[i].c_str(), flags);
    if (below < 0 && errno == ENOENT) {
      mkdirat(folder.get(), parts[i].c_str(), 0700);
      below = openat(folder.get(), parts[i].c_str(), flags);
    }
    folder.take(below);
    struct stat status{};
    const bool is_last = i + 2 >= parts.size();  // the cache's, and the runtime's below it
    if (below < 0 || fstat(below, &status) != 0 || !(is_last ? is_own(status) : is_unshared(status))) {
      HCRT_LOG("nothing is kept in %s: '%s' is a link, no folder, or can be written by others", root.c_str(),
               parts[i].c_str());
      return -1;
    }
  }
  return folder.is_open() ? dup(folder.get()) : -1;
}

bool read_all(int fd, void* to, std::size_t bytes) {
  for (auto* at = static_cast<unsigned char*>(to); bytes;) {
    const ssize_t got = read(fd, at, bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    bytes -= static_cast<std::size_t>(got);
  }
  return true;
}

bool write_all(int fd, const void* from, std::size_t bytes) {
  for (const auto* at = static_cast<const unsigned char*>(from); bytes;) {
    const ssize_t done = write(fd, at, bytes);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    at += done;
    bytes -= static_cast<std::size_t>(done);
  }
  return true;
}

}  // namespace

std::vector<unsigned char> read_kept(const std::string& name) {
  const Descriptor folder(open_folder());
  if (!folder.is_open()) return {};
  const Descriptor file(openat(folder.get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
  struct stat status{};
  if (!file.is_open() || fstat(file.get(), &status) != 0) return {};
  Header header{};
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (!S_ISREG(status.st_mode) || !is_own(status) || status.st_nlink != 1 || size < sizeof header ||
      size > most_bytes + sizeof header || !read_all(file.get(), &header, sizeof header) ||
      std::memcmp(header.magic, magic, sizeof magic) != 0 || header.bytes != size - sizeof header) {
    HCRT_LOG("%s of an earlier run is not used: it is damaged, or others can write it", name.c_str());
    return {};
  }
  std::vector<unsigned char> content(header.bytes);
  if (!read_all(file.get(), content.data(), content.size()) ||
      sum_of(content.data(), content.size()) != header.sum) {
    HCRT_LOG("%s of an earlier run is not used: it is damaged", name.c_str());
    return {};
  }
  return content;
}

bool write_kept(const std::string& name, const void* content, std::size_t bytes) {
  if (bytes > most_bytes) return false;
  const Descriptor folder(open_folder());
  if (!folder.is_open()) return false;
  static std::atomic<unsigned> count{0};
  const std::string temporary = text(".new-%ld-%u", static_cast<long>(getpid()), count++);
  Header header{};
  std::memcpy(header.magic, magic, sizeof magic);
  header.bytes = bytes;
  header.sum = sum_of(static_cast<const unsigned char*>(content), bytes);
  bool is_written = false;
  {
    constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    const Descriptor file(openat(folder.get(), temporary.c_str(), flags, 0600));
    if (!file.is_open()) return false;
    is_written = write_all(file.get(), &header, sizeof header) && write_all(file.get(), content, bytes);
  }
  if (is_written && renameat(folder.get(), temporary.c_str(), folder.get(), name.c_str()) == 0) return true;
  unlinkat(folder.get(), temporary.c_str(), 0);
  return false;
}

}  // namespace hcrt
