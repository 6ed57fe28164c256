// A file named in a scenario: relative to the file that names it, or to the current folder when it
// was set on the command line.
#pragma once

#include <string>

#include "sim/core/schema.h"

namespace podsim {

struct FilePath {
  std::string text;
  Mark mark;  ///< where the name is written: a missing file is a finding there

  /// The path to open.
  [[nodiscard]] std::string resolved() const;
};

template <>
struct Codec<FilePath> {
  static bool parse(const Tree& t, FilePath& out, std::string_view path, Diagnostics& d) {
    out.mark = t.mark();
    return schema_detail::parse_text(t, out.text, path, d);
  }
  static Tree print(const FilePath& v) { return Tree::scalar(v.resolved()); }
  static void describe(FieldInfo& info) { info.type = "file, relative to the file that names it"; }
};

}  // namespace podsim
