#include "loaded_variables.hpp"

#include <cxxabi.h>
#include <elf.h>
#include <link.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace hcrt {
namespace {

struct Search {
  const char* name;
  const char* last;  // part of the name: most symbols are dismissed by it
  LoadedVariable found;
};

bool is_named(const char* symbol, const Search& search) {
  if (std::strstr(symbol, search.last) == nullptr) return false;
  if (std::strcmp(symbol, search.name) == 0) return true;
  int status = 0;
  char* const plain = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
  const bool is_same = plain && std::strcmp(plain, search.name) == 0;
  std::free(plain);
  return is_same;
}

// The part of a loaded file that has the address; it has as many bytes as follow there.
LoadedVariable part_at(const dl_phdr_info& info, const void* address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const ElfW(Phdr) & part = info.dlpi_phdr[i];
    const std::uintptr_t begin = info.dlpi_addr + part.p_vaddr;
    if (part.p_type != PT_LOAD || (part.p_flags & PF_X) || at < begin || at - begin >= part.p_memsz) continue;
    return {reinterpret_cast<char*>(at), part.p_memsz - (at - begin), !(part.p_flags & PF_W)};
  }
  return {nullptr, 0, false};
}

// A table of T in the file; empty where the file ends before it does.
template <class T>
std::vector<T> table(const std::vector<char>& file, std::size_t offset, std::size_t count) {
  std::vector<T> found;
  if (offset > file.size() || count > (file.size() - offset) / sizeof(T)) return found;
  found.resize(count);
  if (count) std::memcpy(found.data(), file.data() + offset, count * sizeof(T));
  return found;
}

std::vector<char> content_of(const char* path) {
  std::ifstream file(*path ? path : "/proc/self/exe", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

int search_file(dl_phdr_info* info, std::size_t, void* data) {
  Search& search = *static_cast<Search*>(data);
  const std::vector<char> file = content_of(info->dlpi_name);
  const auto head = table<ElfW(Ehdr)>(file, 0, 1);
  if (head.empty() || std::memcmp(head[0].e_ident, ELFMAG, SELFMAG) != 0) return 0;
  const auto sections = table<ElfW(Shdr)>(file, head[0].e_shoff, head[0].e_shnum);
  for (const ElfW(Shdr) & section : sections) {
    if (section.sh_type != SHT_SYMTAB || section.sh_link >= sections.size()) continue;
    auto names = table<char>(file, sections[section.sh_link].sh_offset, sections[section.sh_link].sh_size);
    names.push_back(0);
    for (const ElfW(Sym) & symbol :
         table<ElfW(Sym)>(file, section.sh_offset, section.sh_size / sizeof(ElfW(Sym)))) {
      if (ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || symbol.st_shndx == SHN_UNDEF) continue;
      if (symbol.st_name >= names.size() || !is_named(names.data() + symbol.st_name, search)) continue;
      search.found = part_at(*info, reinterpret_cast<void*>(info->dlpi_addr + symbol.st_value));
      search.found.bytes = symbol.st_size;
      if (search.found.address) return 1;
    }
  }
  return 0;
}

int search_parts(dl_phdr_info* info, std::size_t, void* data) {
  auto& found = *static_cast<LoadedVariable*>(data);
  const LoadedVariable part = part_at(*info, found.address);
  if (part.address) found = part;
  return part.address != nullptr;
}

}  // namespace

LoadedVariable loaded_variable(const char* name) {
  const char* last = name;
  while (const char* const next = std::strstr(last, "::")) last = next + 2;
  Search search{name, last, {nullptr, 0, false}};
  if (*last) dl_iterate_phdr(search_file, &search);
  return search.found;
}

LoadedVariable loaded_variable(void* address) {
  LoadedVariable found{static_cast<char*>(address), 0, false};
  return dl_iterate_phdr(search_parts, &found) ? found : LoadedVariable{nullptr, 0, false};
}

}  // namespace hcrt
