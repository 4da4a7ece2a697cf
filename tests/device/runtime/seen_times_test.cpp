// When the commands of CUDA's queues were seen complete (runtime/backends/cuda/seen_times).
#include <gtest/gtest.h>

#include <memory>

#include "../../../runtime/backends/cuda/seen_times.hpp"

using hcrt::backends::cuda::SeenTimes;

TEST(SeenTimes, WhatACommandComesAfterIsNoLater) {
  const auto first = std::make_shared<SeenTimes>(), second = std::make_shared<SeenTimes>();
  second->come_after(1, first, 3);
  second->note(1);
  EXPECT_EQ(first->of(3), second->of(1));
}

// A lost GPU completes nothing, and a command that is refused after its dependencies is never submitted.
TEST(SeenTimes, QueuesThatEndKeepNoOthers) {
  auto first = std::make_shared<SeenTimes>(), second = std::make_shared<SeenTimes>();
  const std::weak_ptr<SeenTimes> watched[] = {first, second};
  first->come_after(1, second, 1);
  second->come_after(1, first, 1);
  for (const auto& times : {&first, &second}) {
    (*times)->end();
    times->reset();
  }
  EXPECT_TRUE(watched[0].expired());
  EXPECT_TRUE(watched[1].expired());
}
