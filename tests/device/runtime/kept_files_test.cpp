// Files that libhcrt keeps between runs: what is read again, and what is not trusted.
#include "../../../runtime/core/kept_files.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<unsigned char>;

class KeptFiles : public testing::Test {
 protected:
  void SetUp() override {
    char made[] = "/tmp/hcrt-kept-XXXXXX";
    ASSERT_NE(mkdtemp(made), nullptr);
    folder_ = made;
    setenv("HCPY_CACHE_DIR", (folder_ / "cache").c_str(), 1);
    unsetenv("HCPY_NO_CACHE");
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path file() const { return folder_ / "cache" / "runtime" / "k"; }
  static bool keep(const std::string& content) {
    return hcrt::write_kept("k", content.data(), content.size());
  }
  static std::string kept() {
    const Bytes found = hcrt::read_kept("k");
    return {found.begin(), found.end()};
  }

  fs::path folder_;
};

TEST_F(KeptFiles, AreReadAgainAndReplaced) {
  EXPECT_EQ(kept(), "");
  ASSERT_TRUE(keep("first"));
  EXPECT_EQ(kept(), "first");
  ASSERT_TRUE(keep("the second"));
  EXPECT_EQ(kept(), "the second");
  EXPECT_EQ(fs::status(file()).permissions(), fs::perms(0600));
  EXPECT_EQ(fs::status(file().parent_path()).permissions(), fs::perms(0700));
  for (const auto& left : fs::directory_iterator(file().parent_path())) EXPECT_EQ(left.path(), file());
}

TEST_F(KeptFiles, AreNotReadWhenDamaged) {
  ASSERT_TRUE(keep("some content"));
  std::fstream(file(), std::ios::in | std::ios::out | std::ios::binary).seekp(-1, std::ios::end).put('x');
  EXPECT_EQ(kept(), "");
  ASSERT_TRUE(keep("some content"));
  fs::resize_file(file(), 20);
  EXPECT_EQ(kept(), "");
}

TEST_F(KeptFiles, AreNotReadWhereOthersCanWrite) {
  ASSERT_TRUE(keep("content"));
  chmod(file().c_str(), 0620);
  EXPECT_EQ(kept(), "");
  chmod(file().c_str(), 0600);
  EXPECT_EQ(kept(), "content");
  chmod(file().parent_path().c_str(), 0777);
  EXPECT_EQ(kept(), "");
  EXPECT_FALSE(keep("new"));
  chmod(file().parent_path().c_str(), 0700);
  chmod(folder_.c_str(), 0777);
  EXPECT_EQ(kept(), "");
  chmod(folder_.c_str(), 0700);
  EXPECT_EQ(kept(), "content");
}

TEST_F(KeptFiles, FollowNoLinks) {
  ASSERT_TRUE(keep("content"));
  fs::rename(file(), folder_ / "elsewhere");
  fs::create_symlink(folder_ / "elsewhere", file());
  EXPECT_EQ(kept(), "");
  fs::remove(file());
  fs::create_hard_link(folder_ / "elsewhere", file());
  EXPECT_EQ(kept(), "");
  fs::rename(folder_ / "cache", folder_ / "true");
  fs::create_directory_symlink(folder_ / "true", folder_ / "cache");
  EXPECT_FALSE(keep("new"));
}

TEST_F(KeptFiles, AreNotWrittenWithoutACache) {
  setenv("HCPY_NO_CACHE", "1", 1);
  EXPECT_FALSE(keep("content"));
  EXPECT_FALSE(fs::exists(folder_ / "cache"));
}

}  // namespace
