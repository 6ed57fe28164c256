# cmake -DFOLDER= -DFILES= -DOUTPUT= -P embed.cmake: writes catalog_data.cpp.
# Bytes, not raw string literals: any size, any text.
cmake_minimum_required(VERSION 3.25)
set(arrays "")
set(entries "")
set(index 0)
foreach(file IN LISTS FILES)
  file(READ "${FOLDER}/${file}" bytes HEX)
  file(SIZE "${FOLDER}/${file}" size)
  string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "// ${file}\nconst unsigned char file_${index}[] = {\n${bytes}0x00};\n")
  string(APPEND entries "      text(\"${file}\", file_${index}, ${size}),\n")
  math(EXPR index "${index} + 1")
endforeach()

file(WRITE "${OUTPUT}" "// Written by CMake from sim/hardware/catalog.
#include \"sim/hardware/catalog_data.h\"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace podsim {
namespace {

${arrays}
[[maybe_unused]] EmbeddedFile text(std::string_view path, const unsigned char* data, std::size_t size) {
  return EmbeddedFile{path, {reinterpret_cast<const char*>(data), size}};
}

}  // namespace

std::span<const EmbeddedFile> embedded_catalog() {
  static const std::vector<EmbeddedFile> files{
${entries}  };
  return files;
}

}  // namespace podsim
")
