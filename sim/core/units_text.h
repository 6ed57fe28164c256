// Units as people write them: "700 W", "400 Gb/s", "0.08 USD/kWh", "30 d".
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/core/diagnostics.h"
#include "sim/core/time.h"
#include "sim/core/units.h"

namespace podsim {

/// One accepted spelling and its factor to base units.
struct UnitName {
  std::string_view name;
  double factor;
};

/// All spellings of one dimension; the first entry of `names` is the base unit.
struct UnitFamily {
  std::string_view dimension;  ///< "power"
  std::string_view example;    ///< "700 W"
  std::span<const UnitName> names;
};

/// The family of a quantity type.
template <class Q>
const UnitFamily& unit_family();
template <>
const UnitFamily& unit_family<Seconds>();
template <>
const UnitFamily& unit_family<Watts>();
template <>
const UnitFamily& unit_family<Joules>();
template <>
const UnitFamily& unit_family<Bytes>();
template <>
const UnitFamily& unit_family<BytesPerSec>();
template <>
const UnitFamily& unit_family<FlopPerSec>();
template <>
const UnitFamily& unit_family<Usd>();
template <>
const UnitFamily& unit_family<UsdPerSec>();
template <>
const UnitFamily& unit_family<UsdPerJoule>();

/// A finite decimal number and nothing else; no inf, nan, hex, octal or locale.
std::optional<double> parse_number(std::string_view text);
/// A whole decimal number and nothing else ("010" is refused: YAML would read it as 8).
std::optional<long long> parse_integer(std::string_view text);

/// The value in base units. A missing, unknown or foreign unit is an error at `mark`.
std::optional<double> parse_quantity(std::string_view text, const UnitFamily& family,
                                     const Mark& mark, std::string_view what,
                                     Diagnostics& diagnostics);

/// The shortest text, in whichever unit gives it, that reads back to the very same double.
std::string format_quantity(double base_value, const UnitFamily& family);

}  // namespace podsim
