// The policies by kind and name. A policy is one file under builtin/ plus one line in list.cmake.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/core/schema.h"
#include "sim/policies/placement_policy.h"
#include "sim/policies/queue_policy.h"
#include "sim/policies/runtime_predictor.h"

namespace podsim {

enum class PolicyKind : std::uint8_t { Queue, Placement, Predictor };

std::string_view kind_name(PolicyKind kind);

/// What a policy may draw on when it is made. Only predictors get the table: the oracle needs it.
struct PolicyContext {
  std::uint64_t seed = 0;
  const JobTable* jobs = nullptr;
};

struct PolicyEntry {
  PolicyKind kind = PolicyKind::Queue;
  std::string name;
  std::string summary;    ///< one sentence
  std::string reference;  ///< paper or rule
  std::shared_ptr<const SchemaInfo> schema;
  /// Exactly one of these is set, by kind. Bad parameters go to the diagnostics.
  std::function<std::unique_ptr<QueuePolicy>(const Tree&, const PolicyContext&, Diagnostics&)>
      queue;
  std::function<std::unique_ptr<PlacementPolicy>(const Tree&, const PolicyContext&, Diagnostics&)>
      placement;
  std::function<std::unique_ptr<RuntimePredictor>(const Tree&, const PolicyContext&, Diagnostics&)>
      predictor;
  /// The effective parameters, defaults filled in.
  std::function<Tree(const Tree&, Diagnostics&)> resolve;
  /// EASY and its kin need run time estimates; `check` warns when a trace has none.
  bool uses_estimates = false;
};

/// The built-in policies in the order of builtin/list.cmake (generated table).
const std::vector<PolicyEntry>& builtin_policies();

/// The entry, or nullptr with a finding that names the nearest policy of that kind.
const PolicyEntry* find_policy(PolicyKind kind, const Choice& choice, Diagnostics& diagnostics);

/// A parameterless policy's config.
struct NoParams {
  static void describe(Schema<NoParams>& s) { s.name("parameters"); }
};

namespace registry_detail {
template <class Config>
PolicyEntry entry(PolicyKind kind, std::string name, std::string summary, std::string reference) {
  PolicyEntry made;
  made.kind = kind;
  made.name = std::move(name);
  made.summary = std::move(summary);
  made.reference = std::move(reference);
  made.schema = schema_info<Config>();
  made.resolve = [path = made.name](const Tree& params, Diagnostics& d) {
    return dump(read_config<Config>(params, path, d));
  };
  return made;
}
}  // namespace registry_detail

/// Policy must be constructible from (Config, PolicyContext).
template <class Policy, class Config>
PolicyEntry queue_entry(std::string name, std::string summary, std::string reference) {
  auto made = registry_detail::entry<Config>(PolicyKind::Queue, std::move(name), std::move(summary),
                                             std::move(reference));
  made.queue = [path = made.name](const Tree& params, const PolicyContext& context,
                                  Diagnostics& d) {
    return std::unique_ptr<QueuePolicy>(
        std::make_unique<Policy>(read_config<Config>(params, path, d), context));
  };
  return made;
}

template <class Policy, class Config>
PolicyEntry placement_entry(std::string name, std::string summary, std::string reference) {
  auto made = registry_detail::entry<Config>(PolicyKind::Placement, std::move(name),
                                             std::move(summary), std::move(reference));
  made.placement = [path = made.name](const Tree& params, const PolicyContext& context,
                                      Diagnostics& d) {
    return std::unique_ptr<PlacementPolicy>(
        std::make_unique<Policy>(read_config<Config>(params, path, d), context));
  };
  return made;
}

template <class Policy, class Config>
PolicyEntry predictor_entry(std::string name, std::string summary, std::string reference) {
  auto made = registry_detail::entry<Config>(PolicyKind::Predictor, std::move(name),
                                             std::move(summary), std::move(reference));
  made.predictor = [path = made.name](const Tree& params, const PolicyContext& context,
                                      Diagnostics& d) {
    return std::unique_ptr<RuntimePredictor>(
        std::make_unique<Policy>(read_config<Config>(params, path, d), context));
  };
  return made;
}

}  // namespace podsim
