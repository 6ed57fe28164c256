// load_yaml: files that include files.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "sim/io/bytes.h"
#include "sim/io/yaml.h"

namespace podsim {
namespace {

/// One spelling for each file, so that a loop is seen whatever way it is written.
std::string canonical(const std::string& path) {
  std::error_code problem;
  const auto resolved = std::filesystem::weakly_canonical(path, problem);
  return problem ? path : resolved.string();
}

/// The path as written in `from`, relative to that file's folder.
std::string beside(const std::string& from, const std::string& path) {
  const std::filesystem::path written(path);
  if (written.is_absolute()) return path;
  return (std::filesystem::path(from).parent_path() / written).lexically_normal().string();
}

Tree without_include(const Tree& tree) {
  std::vector<Tree::Entry> entries;
  for (const Tree::Entry& entry : tree.entries()) {
    if (entry.key != "include") entries.push_back(entry);
  }
  return Tree::map(std::move(entries), tree.mark());
}

class Loader {
 public:
  explicit Loader(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  Tree load(const std::string& path, const Mark& asked_at) {
    if (!may_open(path, asked_at)) return Tree::null(asked_at);
    const auto bytes = read_input(path, diagnostics_, asked_at);
    if (!bytes) return Tree::null(asked_at);
    Tree tree = parse_yaml(bytes->text(), path, diagnostics_);
    const Tree* include = tree.find("include");
    if (include == nullptr) return tree;
    open_.push_back({path, canonical(path)});
    Tree base = Tree::map({}, tree.mark());
    for (const Tree& item : targets(*include)) {
      const Tree loaded = load_map(beside(path, item.text()), item.mark());
      base = base.merged(loaded);
    }
    open_.pop_back();
    return base.merged(without_include(tree));
  }

 private:
  struct Open {
    std::string path;
    std::string identity;
  };

  /// What others are laid over must have keys.
  Tree load_map(const std::string& path, const Mark& asked_at) {
    const std::size_t errors_before = diagnostics_.errors();
    Tree tree = load(path, asked_at);
    if (tree.is_map()) return tree;
    if (diagnostics_.errors() == errors_before && opened_ <= kMaxYamlIncludes + 1) {
      diagnostics_.error("E-YML-013", asked_at,
                         fmt::format("'{}' holds {}", path, kind_name(tree.kind())),
                         "an included file must be a map");
    }
    return Tree::map({}, asked_at);
  }

  bool may_open(const std::string& path, const Mark& asked_at) {
    const std::string identity = canonical(path);
    std::vector<std::string> chain;
    for (const Open& file : open_) {
      if (!chain.empty() || file.identity == identity) chain.push_back(file.path);
    }
    if (!chain.empty()) {
      chain.push_back(path);
      diagnostics_.error("E-YML-014", asked_at,
                         fmt::format("files include each other: {}", fmt::join(chain, " -> ")));
      return false;
    }
    if (opened_++ > kMaxYamlIncludes) {
      if (opened_ == kMaxYamlIncludes + 2) {
        diagnostics_.error("E-YML-014", asked_at,
                           fmt::format("more than {} files are included", kMaxYamlIncludes));
      }
      return false;
    }
    return true;
  }

  /// The scalars of `include: FILE` or of `include: [FILE, FILE]`.
  std::vector<Tree> targets(const Tree& include) {
    std::vector<Tree> files;
    if (include.is_sequence()) {
      files.assign(include.items().begin(), include.items().end());
    } else {
      files.push_back(include);
    }
    std::erase_if(files, [&](const Tree& file) {
      if (file.is_scalar() && !file.text().empty()) return false;
      diagnostics_.error("E-YML-013", file.mark(),
                         fmt::format("include: expected a file name, not {}",
                                     file.is_scalar() ? "an empty text" : kind_name(file.kind())),
                         "write 'include: base.yaml' or 'include: [a.yaml, b.yaml]'");
      return true;
    });
    return files;
  }

  Diagnostics& diagnostics_;
  std::vector<Open> open_;
  std::size_t opened_ = 0;
};

}  // namespace

Tree load_yaml(const std::string& path, Diagnostics& diagnostics) {
  return Loader(diagnostics).load(path, {});
}

}  // namespace podsim
