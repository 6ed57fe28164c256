#include "sim/io/yaml.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <array>
#include <istream>
#include <map>
#include <memory>
#include <optional>
#include <streambuf>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/io/yaml_scan.h"

namespace podsim {
namespace {

/// Thrown inside this file only, to leave yaml-cpp once going on makes no sense.
struct GiveUp {};

/// Reads a text where it stands.
class TextBuffer : public std::streambuf {
 public:
  explicit TextBuffer(std::string_view text) {
    char* start = const_cast<char*>(text.data());  // streambuf's interface; never written to
    setg(start, start, start + text.size());
  }
};

bool is_not_finite(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  constexpr std::array<std::string_view, 6> kNames{".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN"};
  return std::ranges::find(kNames, text) != kNames.end();
}

/// Builds a Tree from yaml-cpp's events; keeps going after what is merely not allowed.
class TreeBuilder final : public YAML::EventHandler {
 public:
  TreeBuilder(std::shared_ptr<const std::string> file, Diagnostics& diagnostics)
      : file_(std::move(file)), diagnostics_(diagnostics) {}

  [[nodiscard]] const std::optional<Tree>& root() const { return root_; }
  /// Where the last quoted scalar stands; line 0 when there is none.
  [[nodiscard]] const Mark& last_quoted() const { return last_quoted_; }
  [[nodiscard]] Mark mark_of(const YAML::Mark& mark) const {
    if (mark.line < 0) return {file_, 0, 0};
    return {file_, static_cast<std::uint32_t>(mark.line + 1),
            static_cast<std::uint32_t>(mark.column + 1)};
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (!root_) return;
    diagnostics_.error(
        "E-YML-006", mark_of(mark), "text behind the end of the document",
        "expected one document: check the indentation; remove a '---', or split the file");
    throw GiveUp{};
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    add({Tree::null(mark_of(mark)), 1, 0}, anchor);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_tag(mark, tag);
    const bool quoted = tag == "!";
    if (!quoted && is_not_finite(value)) {
      diagnostics_.error("E-YML-003", mark_of(mark), fmt::format("'{}' is not a number", value),
                         "expected a finite number; write null, or leave the key out");
    }
    if (quoted) last_quoted_ = mark_of(mark);
    add({Tree::scalar(value, mark_of(mark), quoted), 1, 0}, anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) {
      diagnostics_.error("E-YML-012", mark_of(mark), "the alias stands inside its own anchor",
                         "an anchored value cannot contain itself");
      throw GiveUp{};
    }
    alias_nodes_ += found->second.nodes;
    if (alias_nodes_ > kMaxYamlAliasNodes) {
      diagnostics_.error("E-YML-012", mark_of(mark),
                         fmt::format("aliases expand to more than {} nodes", kMaxYamlAliasNodes),
                         "write the values out, or use fewer aliases");
      throw GiveUp{};
    }
    add(found->second, 0, mark_of(mark));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    open(mark, tag, anchor, false);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    open(mark, tag, anchor, true);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapEnd() override { close(); }

 private:
  struct Made {
    Tree tree;
    std::size_t nodes = 1;  ///< with aliases expanded
    int height = 0;         ///< collections inside each other
  };
  struct Frame {
    bool is_map = false;
    YAML::anchor_t anchor = 0;
    Mark mark;
    std::size_t nodes = 1;
    int height = 1;
    std::vector<Tree> items;
    std::vector<Tree::Entry> entries;
    std::map<std::string, Mark, std::less<>> keys;
    std::optional<std::string> key;  ///< waiting for its value
    Mark key_mark;
    bool drop_value = false;  ///< the key was refused
  };

  void refuse_tag(const YAML::Mark& mark, const std::string& tag) {
    if (tag.empty() || tag == "?" || tag == "!") return;
    constexpr std::string_view kCore = "tag:yaml.org,2002:";
    const std::string shown = tag.starts_with(kCore) ? "!!" + tag.substr(kCore.size()) : tag;
    diagnostics_.error("E-YML-005", mark_of(mark),
                       fmt::format("the tag '{}' is not allowed", shown),
                       "quote a text, write a number plainly");
  }

  void check_depth(int depth, const Mark& mark) {
    if (depth <= kMaxYamlDepth) return;
    diagnostics_.error("E-YML-009", mark,
                       fmt::format("lists and maps are nested deeper than {}", kMaxYamlDepth));
    throw GiveUp{};
  }

  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, bool is_map) {
    refuse_tag(mark, tag);
    Frame frame;
    frame.is_map = is_map;
    frame.anchor = anchor;
    frame.mark = mark_of(mark);
    frames_.push_back(std::move(frame));
    check_depth(static_cast<int>(frames_.size()), frames_.back().mark);
  }

  void close() {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    Tree tree = frame.is_map ? Tree::map(std::move(frame.entries), frame.mark)
                             : Tree::sequence(std::move(frame.items), frame.mark);
    add({std::move(tree), frame.nodes, frame.height}, frame.anchor);
  }

  void add(Made made, YAML::anchor_t anchor, const Mark& alias_mark = {}) {
    const Mark mark = alias_mark.file ? alias_mark : made.tree.mark();
    check_depth(static_cast<int>(frames_.size()) + made.height, mark);
    if (anchor != 0) anchors_.insert_or_assign(anchor, made);
    if (frames_.empty()) {
      root_ = std::move(made.tree);
      return;
    }
    Frame& frame = frames_.back();
    frame.nodes += made.nodes;
    frame.height = std::max(frame.height, made.height + 1);
    if (!frame.is_map) {
      frame.items.push_back(std::move(made.tree));
    } else if (!frame.key) {
      add_key(frame, made.tree, mark);
    } else {
      if (!frame.drop_value) {
        frame.entries.push_back({std::move(*frame.key), frame.key_mark, std::move(made.tree)});
      }
      frame.key.reset();
    }
  }

  void add_key(Frame& frame, const Tree& key, const Mark& mark) {
    frame.key = key.text();
    frame.key_mark = mark;
    frame.drop_value = true;
    if (!key.is_scalar()) {
      diagnostics_.error("E-YML-011", mark,
                         fmt::format("a key cannot be {}", kind_name(key.kind())),
                         "expected a text; quote it if need be");
    } else if (key.text() == "<<" && !key.quoted()) {
      diagnostics_.error("E-YML-004", mark, "merge keys '<<' are not allowed",
                         "write the values out, or put the common part into a file and "
                         "'include:' it");
    } else if (const auto [first, fresh] = frame.keys.try_emplace(key.text(), mark); !fresh) {
      diagnostics_.error(
          "E-YML-002", mark, fmt::format("the key '{}' stands here twice", key.text()),
          fmt::format("first at line {}, column {}", first->second.line, first->second.column));
    } else {
      frame.drop_value = false;
    }
  }

  std::shared_ptr<const std::string> file_;
  Diagnostics& diagnostics_;
  std::vector<Frame> frames_;
  std::unordered_map<YAML::anchor_t, Made> anchors_;  // looked up only
  std::size_t alias_nodes_ = 0;
  std::optional<Tree> root_;
  Mark last_quoted_;
};

/// The rest of a text from a line and column on.
std::string_view text_from(std::string_view text, std::uint32_t line, std::uint32_t column) {
  for (; line > 1; --line) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  return text.substr(std::min<std::size_t>(column - 1, text.size()));
}

/// yaml-cpp 0.7 takes the end of the file for a closing quote. Only the last scalar can reach
/// there.
bool is_open_quote(std::string_view text) {
  if (!text.starts_with('"') && !text.starts_with('\'')) return false;
  const char quote = text.front();
  for (std::size_t at = 1; at < text.size(); ++at) {
    if (text[at] == '\\' && quote == '"') {
      ++at;
    } else if (text[at] == quote) {
      if (quote == '"' || at + 1 >= text.size() || text[at + 1] != quote) return false;
      ++at;
    }
  }
  return true;
}

std::string syntax_hint(std::string_view text, const YAML::Mark& mark) {
  if (mark.line < 0) return {};
  const std::string_view line = text_from(text, static_cast<std::uint32_t>(mark.line + 1), 1);
  const std::size_t first = line.find_first_not_of(' ');
  return first != std::string_view::npos && line[first] == '\t'
             ? "indent with blanks, not with tabs"
             : "";
}

/// What can be said without parsing. False when the text must not reach yaml-cpp.
bool check_text(std::string_view text, const std::shared_ptr<const std::string>& file,
                Diagnostics& diagnostics) {
  const auto mark_at = [&](std::size_t offset) {
    const TextPlace place = place_of(text, offset);
    return Mark{file, place.line, place.column};
  };
  if (text.size() > kMaxYamlBytes) {
    diagnostics.error("E-YML-010", {file, 0, 0},
                      fmt::format("{} bytes of YAML are too many", text.size()),
                      fmt::format("at most {} bytes", kMaxYamlBytes));
    return false;
  }
  if (const auto deep = find_too_deep(text, kMaxYamlDepth)) {
    diagnostics.error("E-YML-009", mark_at(*deep),
                      fmt::format("lists and maps are nested deeper than {}", kMaxYamlDepth));
    return false;
  }
  if (const auto binary = find_non_text(text)) {
    diagnostics.error(
        "E-YML-008", mark_at(*binary),
        fmt::format("byte 0x{:02x} is not text", static_cast<unsigned char>(text[*binary])),
        "expected UTF-8 without control characters");
    return false;
  }
  return true;
}

}  // namespace

Tree parse_yaml(std::string_view text, const std::string& file_label, Diagnostics& diagnostics) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  const auto file = std::make_shared<const std::string>(file_label);
  if (!check_text(text, file, diagnostics)) return Tree::null({file, 1, 1});
  TreeBuilder builder(file, diagnostics);
  const std::size_t errors_before = diagnostics.errors();
  try {
    TextBuffer buffer(text);
    std::istream stream(&buffer);
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& problem) {
    diagnostics.error("E-YML-001", builder.mark_of(problem.mark), problem.msg,
                      syntax_hint(text, problem.mark));
  } catch (const GiveUp&) {
    return builder.root().value_or(Tree::null({file, 1, 1}));
  }
  const Mark& last = builder.last_quoted();
  if (last.line > 0 && is_open_quote(text_from(text, last.line, last.column))) {
    diagnostics.error("E-YML-001", last, "the quote that opens here is never closed");
  }
  if (builder.root()) return *builder.root();
  if (diagnostics.errors() == errors_before) {
    diagnostics.error("E-YML-007", {file, 1, 1}, "the file is empty",
                      "expected 'key: value' lines");
  }
  return Tree::null({file, 1, 1});
}

}  // namespace podsim
