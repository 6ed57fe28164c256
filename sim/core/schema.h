// Describe a config struct once: binding, validation, defaults, `explain`, the reference and the
// JSON Schema all come from the same description.
//
//   struct Plant {
//     double pue = 1.25;
//     static void describe(Schema<Plant>& s) {
//       s.name("plant").field("pue", &Plant::pue).range(1.0, 5.0).doc("Facility power over IT
//       power.");
//     }
//   };
//   Plant plant = read_config<Plant>(tree, "plant", diagnostics);
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "sim/core/diagnostics.h"
#include "sim/core/time.h"
#include "sim/core/tree.h"
#include "sim/core/units.h"
#include "sim/core/units_text.h"

namespace podsim {

struct SchemaInfo;

/// The JSON type of a field's value.
enum class JsonType : std::uint8_t { String, Integer, Number, Boolean, Object, Choice };

/// What a field is, without its C++ type.
struct FieldInfo {
  std::string name;
  std::string type;     ///< "power", "whole number", "text", ...
  std::string example;  ///< a valid value
  std::string range;    ///< "0 W to 2 kW"; empty when unbounded
  std::string default_text;
  std::string doc;
  std::vector<std::string> choices;
  JsonType json = JsonType::String;
  bool required = false;
  bool list = false;
  std::shared_ptr<const SchemaInfo> nested;
};

/// What a struct is, without its C++ type.
struct SchemaInfo {
  std::string name;
  std::string doc;
  std::vector<FieldInfo> fields;
};

template <class T>
class Schema;

/// A struct that describes itself.
template <class T>
concept Described = requires(Schema<T>& schema) { T::describe(schema); };

/// A named alternative with parameters of its own: `queue: replay` or `{name: replay, ...}`.
struct Choice {
  std::string name;
  Tree params = Tree::map({});
  Mark mark;
};

/// Parses, prints and describes one type of value.
template <class M>
struct Codec;

template <class T>
std::shared_ptr<const SchemaInfo> schema_info();
template <class T>
void bind_into(const Tree& tree, T& target, std::string_view path, Diagnostics& diagnostics);
template <class T>
Tree dump(const T& value);

namespace schema_detail {
void wrong_type(const Tree& tree, std::string_view path, std::string_view expected,
                Diagnostics& diagnostics);
bool parse_text(const Tree& tree, std::string& out, std::string_view path,
                Diagnostics& diagnostics);
bool parse_bool(const Tree& tree, bool& out, std::string_view path, Diagnostics& diagnostics);
bool parse_int(const Tree& tree, std::int64_t& out, std::string_view path,
               Diagnostics& diagnostics);
bool parse_real(const Tree& tree, double& out, std::string_view path, Diagnostics& diagnostics);
bool parse_unit(const Tree& tree, const UnitFamily& family, double& out, std::string_view path,
                Diagnostics& diagnostics);
bool parse_choice(const Tree& tree, Choice& out, std::string_view path, Diagnostics& diagnostics);
void unknown_keys(const Tree& tree, std::string_view path, const std::vector<std::string>& known,
                  Diagnostics& diagnostics);
std::string join(std::string_view path, std::string_view key);
}  // namespace schema_detail

template <>
struct Codec<std::string> {
  static bool parse(const Tree& t, std::string& out, std::string_view path, Diagnostics& d) {
    return schema_detail::parse_text(t, out, path, d);
  }
  static Tree print(const std::string& v) { return Tree::scalar(v); }
  static void describe(FieldInfo& info) { info.type = "text"; }
};

template <>
struct Codec<bool> {
  static bool parse(const Tree& t, bool& out, std::string_view path, Diagnostics& d) {
    return schema_detail::parse_bool(t, out, path, d);
  }
  static Tree print(bool v) { return Tree::scalar(v ? "true" : "false"); }
  static void describe(FieldInfo& info) {
    info.type = "true or false";
    info.json = JsonType::Boolean;
  }
};

template <>
struct Codec<std::int64_t> {
  static bool parse(const Tree& t, std::int64_t& out, std::string_view path, Diagnostics& d) {
    return schema_detail::parse_int(t, out, path, d);
  }
  static Tree print(std::int64_t v) { return Tree::scalar(fmt::format("{}", v)); }
  static void describe(FieldInfo& info) {
    info.type = "whole number";
    info.json = JsonType::Integer;
  }
};

template <>
struct Codec<double> {
  static bool parse(const Tree& t, double& out, std::string_view path, Diagnostics& d) {
    return schema_detail::parse_real(t, out, path, d);
  }
  static Tree print(double v) { return Tree::scalar(fmt::format("{}", v)); }
  static void describe(FieldInfo& info) {
    info.type = "number";
    info.json = JsonType::Number;
  }
};

template <class Dim>
struct Codec<Quantity<Dim>> {
  static bool parse(const Tree& t, Quantity<Dim>& out, std::string_view path, Diagnostics& d) {
    double value = 0.0;
    if (!schema_detail::parse_unit(t, unit_family<Quantity<Dim>>(), value, path, d)) return false;
    out = Quantity<Dim>{value};
    return true;
  }
  static Tree print(Quantity<Dim> v) {
    return Tree::scalar(format_quantity(v.value(), unit_family<Quantity<Dim>>()));
  }
  static void describe(FieldInfo& info) {
    info.type = unit_family<Quantity<Dim>>().dimension;
    info.example = unit_family<Quantity<Dim>>().example;
  }
};

/// Simulated spans: quantities of time, rounded to the nearest nanosecond.
template <>
struct Codec<Duration> {
  static bool parse(const Tree& t, Duration& out, std::string_view path, Diagnostics& d);
  static Tree print(Duration v) {
    return Tree::scalar(format_quantity(to_seconds(v), unit_family<Seconds>()));
  }
  static void describe(FieldInfo& info) { Codec<Seconds>::describe(info); }
};

template <>
struct Codec<Choice> {
  static bool parse(const Tree& t, Choice& out, std::string_view path, Diagnostics& d) {
    return schema_detail::parse_choice(t, out, path, d);
  }
  static Tree print(const Choice& v);
  static void describe(FieldInfo& info) {
    info.type = "name, or a map with name and parameters";
    info.json = JsonType::Choice;
  }
};

template <Described T>
struct Codec<T> {
  static bool parse(const Tree& t, T& out, std::string_view path, Diagnostics& d) {
    const std::size_t before = d.errors();
    bind_into(t, out, path, d);
    return d.errors() == before;
  }
  static Tree print(const T& v) { return dump(v); }
  static void describe(FieldInfo& info) {
    info.nested = schema_info<T>();
    info.type = info.nested->name;
    info.json = JsonType::Object;
  }
};

template <class M>
struct Codec<std::optional<M>> {
  static bool parse(const Tree& t, std::optional<M>& out, std::string_view path, Diagnostics& d) {
    if (t.is_null()) {
      out.reset();
      return true;
    }
    M value{};
    const bool good = Codec<M>::parse(t, value, path, d);
    if (good || Described<M>) out = std::move(value);
    return good;
  }
  static Tree print(const std::optional<M>& v) { return v ? Codec<M>::print(*v) : Tree(); }
  static void describe(FieldInfo& info) { Codec<M>::describe(info); }
};

template <class M>
struct Codec<std::vector<M>> {
  static bool parse(const Tree& t, std::vector<M>& out, std::string_view path, Diagnostics& d) {
    if (!t.is_sequence()) {
      schema_detail::wrong_type(t, path, "a list", d);
      return false;
    }
    out.clear();
    bool good = true;
    for (std::size_t i = 0; i < t.items().size(); ++i) {
      M value{};
      good &= Codec<M>::parse(t.items()[i], value, fmt::format("{}[{}]", path, i), d);
      out.push_back(std::move(value));
    }
    return good;
  }
  static Tree print(const std::vector<M>& v) {
    std::vector<Tree> items;
    for (const M& item : v) items.push_back(Codec<M>::print(item));
    return Tree::sequence(std::move(items));
  }
  static void describe(FieldInfo& info) {
    Codec<M>::describe(info);
    info.list = true;
  }
};

namespace schema_detail {

template <class M>
struct ElementOf {
  using Type = M;
};
template <class M>
struct ElementOf<std::optional<M>> {
  using Type = M;
};
template <class M>
struct ElementOf<std::vector<M>> {
  using Type = M;
};

/// A value of parts: where one is wrong, the others are bound all the same, so that the checks
/// behind the binding find more in the same try.
template <class M>
inline constexpr bool kOfParts = Described<typename ElementOf<M>::Type> ||
                                 std::is_same_v<M, std::vector<typename ElementOf<M>::Type>>;

/// Calls visit(element, its tree, its path).
template <class M, class Visit>
void for_each_element(const M& value, const Tree& tree, std::string_view path, Visit&& visit) {
  if constexpr (std::is_same_v<M, std::optional<typename ElementOf<M>::Type>>) {
    if (value) visit(*value, tree, path);
  } else if constexpr (std::is_same_v<M, std::vector<typename ElementOf<M>::Type>>) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      visit(value[i], tree.items()[i], std::string_view(fmt::format("{}[{}]", path, i)));
    }
  } else {
    visit(value, tree, path);
  }
}

template <class T>
class FieldBase {
 public:
  FieldBase() = default;
  FieldBase(const FieldBase&) = delete;
  FieldBase& operator=(const FieldBase&) = delete;
  virtual ~FieldBase() = default;
  virtual void bind(const Tree& tree, T& target, std::string_view path, Diagnostics& d) const = 0;
  virtual Tree print(const T& value) const = 0;
  FieldInfo info;
};

}  // namespace schema_detail

/// One member of T: its name, range, sentence.
template <class T, class M>
class Field final : public schema_detail::FieldBase<T> {
  using Element = typename schema_detail::ElementOf<M>::Type;

 public:
  Field(std::string name, M T::*member) : member_(member) {
    this->info.name = std::move(name);
    Codec<M>::describe(this->info);
    const Tree text = Codec<M>::print(T{}.*member_);
    if (text.is_scalar()) this->info.default_text = text.text();
  }

  Field& doc(std::string sentence) {
    this->info.doc = std::move(sentence);
    return *this;
  }
  Field& required() {
    this->info.required = true;
    this->info.default_text.clear();
    return *this;
  }
  Field& example(std::string text) {
    this->info.example = std::move(text);
    return *this;
  }
  /// Both ends are allowed values.
  Field& range(Element low, Element high) {
    low_ = low;
    high_ = high;
    const std::string from = Codec<Element>::print(low).text();
    const std::string to = Codec<Element>::print(high).text();
    this->info.range = from == to ? from : fmt::format("{} to {}", from, to);
    return *this;
  }
  Field& at_least(Element low) {
    low_ = low;
    this->info.range = fmt::format("at least {}", Codec<Element>::print(low).text());
    return *this;
  }
  Field& choices(std::vector<std::string> names) {
    this->info.choices = std::move(names);
    return *this;
  }

  void bind(const Tree& tree, T& target, std::string_view path, Diagnostics& d) const override {
    // `key:` with nothing behind it, or null, leaves the default.
    if (tree.is_null() && !std::is_same_v<M, std::optional<Element>>) return;
    M value = target.*member_;
    bool good = Codec<M>::parse(tree, value, path, d);
    if (good) {
      schema_detail::for_each_element(
          value, tree, path, [&](const Element& element, const Tree& at, std::string_view where) {
            good &= check(element, at, where, d);
          });
    }
    if (good || schema_detail::kOfParts<M>) target.*member_ = std::move(value);
  }
  Tree print(const T& value) const override { return Codec<M>::print(value.*member_); }

 private:
  bool check(const Element& element, const Tree& tree, std::string_view path,
             Diagnostics& d) const {
    if constexpr (std::is_same_v<Element, std::string>) {
      const auto& names = this->info.choices;
      if (names.empty()) return true;
      for (const std::string& name : names) {
        if (name == element) return true;
      }
      d.error("E-CFG-006", tree.mark(),
              fmt::format("{}: '{}' is not one of the choices", path, element),
              suggest(element, names));
      return false;
    } else if constexpr (requires { element < element; }) {
      if ((low_ && element < *low_) || (high_ && *high_ < element)) {
        d.error("E-CFG-005", tree.mark(),
                fmt::format("{}: {} is out of range", path, Codec<Element>::print(element).text()),
                fmt::format("expected {}", this->info.range));
        return false;
      }
    }
    return true;
  }

  M T::*member_;
  std::optional<Element> low_;
  std::optional<Element> high_;
};

/// The description of T, made by T::describe.
template <class T>
class Schema {
 public:
  Schema() { T::describe(*this); }

  Schema& name(std::string text) {
    name_ = std::move(text);
    return *this;
  }
  Schema& doc(std::string sentence) {
    doc_ = std::move(sentence);
    return *this;
  }
  template <class M>
  Field<T, M>& field(std::string name, M T::*member) {
    auto made = std::make_unique<Field<T, M>>(std::move(name), member);
    Field<T, M>& reference = *made;
    fields_.push_back(std::move(made));
    return reference;
  }

  [[nodiscard]] SchemaInfo info() const {
    SchemaInfo out{name_, doc_, {}};
    for (const auto& field : fields_) out.fields.push_back(field->info);
    return out;
  }

  void bind(const Tree& tree, T& target, std::string_view path, Diagnostics& d) const {
    if (tree.is_null()) {
      require(tree, path, d);
      return;
    }
    if (!tree.is_map()) {
      schema_detail::wrong_type(tree, path, fmt::format("a map ({})", name_), d);
      return;
    }
    std::vector<std::string> known;
    for (const auto& field : fields_) known.push_back(field->info.name);
    schema_detail::unknown_keys(tree, path, known, d);
    require(tree, path, d);
    for (const auto& field : fields_) {
      const Tree* child = tree.find(field->info.name);
      if (child == nullptr) continue;
      field->bind(*child, target, schema_detail::join(path, field->info.name), d);
    }
  }

  [[nodiscard]] Tree print(const T& value) const {
    std::vector<Tree::Entry> entries;
    for (const auto& field : fields_) {
      Tree child = field->print(value);
      if (!child.is_null()) entries.push_back({field->info.name, {}, std::move(child)});
    }
    return Tree::map(std::move(entries));
  }

 private:
  void require(const Tree& tree, std::string_view path, Diagnostics& d) const {
    for (const auto& field : fields_) {
      const FieldInfo& info = field->info;
      if (!info.required) continue;
      Mark mark = tree.mark();
      bool given = false;
      for (const Tree::Entry& entry : tree.entries()) {
        if (entry.key != info.name) continue;
        given = !entry.value.is_null();
        mark = entry.key_mark;  // a key with nothing behind it
      }
      if (given) continue;
      d.error("E-CFG-003", mark,
              fmt::format("'{}' is missing", schema_detail::join(path, info.name)),
              fmt::format("expected {}: {}",
                          info.list     ? "a list"
                          : info.nested ? "a map"
                                        : info.type,
                          info.doc));
    }
  }

  std::string name_;
  std::string doc_;
  std::vector<std::unique_ptr<schema_detail::FieldBase<T>>> fields_;
};

template <class T>
std::shared_ptr<const SchemaInfo> schema_info() {
  return std::make_shared<const SchemaInfo>(Schema<T>{}.info());
}

/// Fills `target` from `tree`; what the tree does not name keeps its value.
template <class T>
void bind_into(const Tree& tree, T& target, std::string_view path, Diagnostics& diagnostics) {
  Schema<T>{}.bind(tree, target, path, diagnostics);
}

template <class T>
T read_config(const Tree& tree, std::string_view path, Diagnostics& diagnostics) {
  T target{};
  bind_into(tree, target, path, diagnostics);
  return target;
}

/// The complete effective value, defaults filled in.
template <class T>
Tree dump(const T& value) {
  return Schema<T>{}.print(value);
}

}  // namespace podsim
