// Which SVM blocks may be freed while launches that name them wait or run.
#include "../../../runtime/backends/opencl/svm_blocks.hpp"

#include <gtest/gtest.h>

namespace {

using hcrt::backends::opencl::SvmBlocks;

struct SvmBlocksTest : testing::Test {
  void* block(int i) { return &memory[i]; }
  std::vector<void*> freed() {
    std::vector<void*> all;
    blocks.free_unnamed([&](void* each) { all.push_back(each); });
    return all;
  }
  SvmBlocks::Launch launch(const bool& done) {
    std::vector<void*> named;
    const SvmBlocks::Launch begun = blocks.begin(named);
    blocks.submitted(begun, [&done] { return done; });
    return begun;
  }

  char memory[4];
  SvmBlocks blocks;
};

TEST_F(SvmBlocksTest, LaunchesNameAllThatAreThere) {
  std::vector<void*> named;
  EXPECT_EQ(blocks.begin(named), 0u);
  blocks.add(block(0));
  blocks.add(block(1));
  blocks.give_up(block(0));
  EXPECT_NE(blocks.begin(named), 0u);
  EXPECT_EQ(named, std::vector<void*>{block(1)});
}

TEST_F(SvmBlocksTest, ABlockIsFreedAfterAllLaunchesThatNameIt) {
  bool first_done = false, second_done = false, later_done = false;
  blocks.add(block(0));
  blocks.add(block(1));
  launch(first_done);
  launch(second_done);
  blocks.give_up(block(0));
  launch(later_done);
  EXPECT_TRUE(freed().empty());
  second_done = true;
  EXPECT_TRUE(freed().empty());
  first_done = true;
  EXPECT_EQ(freed(), std::vector<void*>{block(0)});
  EXPECT_TRUE(freed().empty());
}

TEST_F(SvmBlocksTest, ALaunchThatIsBeingSubmittedKeepsItsBlocks) {
  blocks.add(block(0));
  std::vector<void*> named;
  const SvmBlocks::Launch begun = blocks.begin(named);
  blocks.give_up(block(0));
  EXPECT_TRUE(freed().empty());
  blocks.forget(begun);
  EXPECT_EQ(freed(), std::vector<void*>{block(0)});
}

TEST_F(SvmBlocksTest, LentBlocksStayTheirOwners) {
  blocks.add(block(0));
  blocks.add(block(0));
  blocks.remove(block(0));
  std::vector<void*> named;
  EXPECT_NE(blocks.begin(named), 0u);
  EXPECT_EQ(named, std::vector<void*>{block(0)});
  blocks.remove(block(0));
  EXPECT_EQ(blocks.begin(named), 0u);
}

}  // namespace
