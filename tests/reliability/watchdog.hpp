// Ends the process with exit code 3 where one case takes too long.
#pragma once
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>

class Watchdog {
 public:
  explicit Watchdog(int seconds) : seconds_(seconds), thread_([this] { watch(); }) {}
  ~Watchdog() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      over_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  /// The case with that name begins, and the one before it is over.
  void begin(const std::string& name) {
    const std::lock_guard<std::mutex> lock(mutex_);
    name_ = name;
    since_ = std::chrono::steady_clock::now();
  }

 private:
  void watch() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!over_) {
      changed_.wait_for(lock, std::chrono::milliseconds(200));
      if (std::chrono::steady_clock::now() - since_ < std::chrono::seconds(seconds_)) continue;
      std::printf("HANG %s: more than %d s\n", name_.c_str(), seconds_);
      std::fflush(stdout);
      _exit(3);
    }
  }

  const int seconds_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool over_ = false;
  std::string name_;
  std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
  std::thread thread_;
};
