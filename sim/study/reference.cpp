#include "sim/study/reference.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "sim/io/trace.h"
#include "sim/policies/registry.h"
#include "sim/study/catalog_loader.h"
#include "sim/study/metric_docs.h"
#include "sim/study/scenario.h"

namespace podsim {
namespace {

Catalog catalog() {
  Diagnostics ignored;  // the embedded files are tested
  return load_catalog(ignored);
}

std::string policy_name(const PolicyEntry& entry) {
  return fmt::format("{}/{}", kind_name(entry.kind), entry.name);
}

std::string fields_text(const SchemaInfo& info, const std::string& indent) {
  std::string out;
  for (const FieldInfo& field : info.fields) {
    out += fmt::format("{}{}: {}{}", indent, field.name, field.list ? "list of " : "", field.type);
    if (field.required) out += ", required";
    if (!field.default_text.empty()) out += fmt::format(", default {}", field.default_text);
    if (!field.range.empty()) out += fmt::format(", {}", field.range);
    if (!field.choices.empty()) out += fmt::format(", one of: {}", fmt::join(field.choices, ", "));
    out += fmt::format("\n{}    {}\n", indent, field.doc);
    if (field.nested && field.json == JsonType::Object)
      out += fields_text(*field.nested, indent + "  ");
  }
  return out;
}

std::string policy_text(const PolicyEntry& entry) {
  std::string out =
      fmt::format("{} ({} policy)\n{}\n", entry.name, kind_name(entry.kind), entry.summary);
  if (!entry.reference.empty()) out += fmt::format("source: {}\n", entry.reference);
  if (entry.schema->fields.empty()) return out + "no parameters\n";
  return out + "parameters:\n" + fields_text(*entry.schema, "  ");
}

/// The entry as YAML: each number stands beside its standing and source.
template <class Model>
std::string model_text(const Model& model) {
  return dump(model).to_yaml();
}

struct Named {
  std::string name;
  std::function<std::string()> text;
};

void add_blocks(const SchemaInfo& info, const std::string& path, std::vector<Named>& out) {
  for (const FieldInfo& field : info.fields) {
    const std::string name = path.empty() ? field.name : path + "." + field.name;
    out.push_back({name, [name, field] {
                     const SchemaInfo one{"", "", {field}};
                     return fmt::format("{} (scenario)\n{}", name, fields_text(one, ""));
                   }});
    if (field.nested) add_blocks(*field.nested, name, out);
  }
}

template <class Arrivals>
void add_arrivals(const std::string& name, std::vector<Named>& out) {
  out.push_back({name, [name] {
                   const auto info = schema_info<Arrivals>();
                   const std::string head = fmt::format("{} (workload.synthetic.arrivals)\n", name);
                   if (info->fields.empty()) return head + "no parameters\n";
                   return head + "parameters:\n" + fields_text(*info, "  ");
                 }});
}

std::vector<Named> everything(const Catalog& known) {
  std::vector<Named> names;
  for (const PolicyEntry& entry : builtin_policies()) {
    names.push_back({entry.name, [&entry] { return policy_text(entry); }});
    names.push_back({policy_name(entry), [&entry] { return policy_text(entry); }});
  }
  for (const AcceleratorModel& model : known.accelerators) {
    names.push_back({model.name, [&model] { return model_text(model); }});
  }
  for (const NodeModel& model : known.nodes) {
    names.push_back({model.name, [&model] { return model_text(model); }});
  }
  for (const MetricDoc& metric : metric_docs()) {
    names.push_back({metric.path, [&metric] {
                       return fmt::format("{} [{}]\n{}\n", metric.path, metric.unit, metric.doc);
                     }});
  }
  add_arrivals<PoissonArrivals>("poisson", names);
  add_arrivals<DiurnalArrivals>("diurnal", names);
  add_arrivals<GammaArrivals>("gamma-bursty", names);
  add_blocks(*schema_info<Scenario>(), "", names);
  return names;
}

Tree json_text(std::string text) {
  return Tree::scalar(std::move(text), {}, true);
}

Tree schema_tree(const SchemaInfo& info);

Tree value_schema(const FieldInfo& field) {
  if (field.nested) return schema_tree(*field.nested);
  std::vector<Tree::Entry> entries;
  switch (field.json) {
    case JsonType::Integer:
      entries.push_back({"type", {}, json_text("integer")});
      break;
    case JsonType::Number:
      entries.push_back({"type", {}, json_text("number")});
      break;
    case JsonType::Boolean:
      entries.push_back({"type", {}, json_text("boolean")});
      break;
    case JsonType::Choice:
      entries.push_back({"type", {}, Tree::sequence({json_text("string"), json_text("object")})});
      break;
    default:
      // Unquoted YAML such as `until: 2017-11-01` may reach an editor as another type; text covers
      // it.
      entries.push_back({"type", {}, json_text("string")});
  }
  if (!field.choices.empty()) {
    std::vector<Tree> names;
    for (const std::string& name : field.choices) names.push_back(json_text(name));
    entries.push_back({"enum", {}, Tree::sequence(std::move(names))});
  }
  return Tree::map(std::move(entries));
}

Tree schema_tree(const SchemaInfo& info) {
  std::vector<Tree::Entry> properties;
  std::vector<Tree> required;
  for (const FieldInfo& field : info.fields) {
    Tree value = value_schema(field);
    if (field.list) {
      value = Tree::map({{"type", {}, json_text("array")}, {"items", {}, std::move(value)}});
    }
    std::string doc = field.doc;
    if (!field.range.empty()) doc += " Range: " + field.range + ".";
    std::vector<Tree::Entry> extra{{"description", {}, json_text(doc)}};
    if (!field.example.empty()) {
      extra.push_back({"examples", {}, Tree::sequence({json_text(field.example)})});
    }
    properties.push_back({field.name, {}, value.merged(Tree::map(std::move(extra)))});
    if (field.required) required.push_back(json_text(field.name));
  }
  std::vector<Tree::Entry> entries{{"type", {}, json_text("object")},
                                   {"properties", {}, Tree::map(std::move(properties))},
                                   {"additionalProperties", {}, Tree::scalar("false")}};
  if (!required.empty()) entries.push_back({"required", {}, Tree::sequence(std::move(required))});
  return Tree::map(std::move(entries));
}

std::string policies_list() {
  std::string out;
  for (const PolicyEntry& entry : builtin_policies()) {
    out += fmt::format("{:<32}{}\n", policy_name(entry), entry.summary);
  }
  return out;
}

template <class Models>
std::string models_list(const Models& models) {
  std::string out;
  for (const auto& model : models) out += fmt::format("{:<24}{}\n", model.name, model.doc);
  return out;
}

}  // namespace

const std::vector<std::string>& list_topics() {
  static const std::vector<std::string> topics{"policies", "accelerators", "nodes", "metrics",
                                               "traces"};
  return topics;
}

std::optional<std::string> list_text(const std::string& topic) {
  if (topic == "policies") return policies_list();
  if (topic == "accelerators") return models_list(catalog().accelerators);
  if (topic == "nodes") return models_list(catalog().nodes);
  if (topic == "traces") return fmt::format("{}\n", fmt::join(trace_formats(), "\n"));
  if (topic != "metrics") return std::nullopt;
  std::string out;
  for (const MetricDoc& metric : metric_docs()) {
    out += fmt::format("{:<44}{:<8}{}\n", metric.path, metric.unit, metric.doc);
  }
  return out;
}

std::optional<std::string> explain_text(const std::string& name, Diagnostics& diagnostics) {
  const Catalog known = catalog();
  std::vector<std::string> names;
  for (const Named& entry : everything(known)) {
    if (entry.name == name) return entry.text();
    names.push_back(entry.name);
  }
  // A block of the summary: all its keys.
  std::string block;
  for (const MetricDoc& metric : metric_docs()) {
    if (metric.path.starts_with(name + ".")) {
      block += fmt::format("{} [{}]\n{}\n", metric.path, metric.unit, metric.doc);
    }
  }
  if (!block.empty()) return block;
  // The last part of a scenario key.
  const auto inner = std::ranges::find_if(
      names, [&](const std::string& full) { return full.ends_with("." + name); });
  const std::string nearest = inner != names.end() ? *inner : nearest_name(name, names);
  diagnostics.error(
      "E-CLI-002", {}, fmt::format("nothing is called '{}'", name),
      nearest.empty() ? "see `podsim list`" : fmt::format("did you mean '{}'?", nearest));
  return std::nullopt;
}

Tree scenario_json_schema() {
  const Tree head =
      Tree::map({{"$schema", {}, json_text("http://json-schema.org/draft-07/schema#")},
                 {"title", {}, json_text("podsim scenario")}});
  Tree body = schema_tree(*schema_info<Scenario>());
  Diagnostics none;
  // `include` is taken by the reader before the scenario is bound.
  body = body.with("properties.include",
                   Tree::map({{"description",
                               {},
                               json_text("File or list of files, relative to this "
                                         "one, over which this file is laid.")}}),
                   none);
  return head.merged(body);
}

}  // namespace podsim
