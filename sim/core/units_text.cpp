#include "sim/core/units_text.h"

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <string>
#include <vector>

#include "sim/core/math.h"

namespace podsim {
namespace {

constexpr std::array kSeconds{UnitName{"s", 1.0},     UnitName{"ns", 1e-9},   UnitName{"us", 1e-6},
                              UnitName{"ms", 1e-3},   UnitName{"min", 60.0},  UnitName{"h", 3600.0},
                              UnitName{"d", 86400.0}, UnitName{"w", 604800.0}};
constexpr std::array kWatts{UnitName{"W", 1.0}, UnitName{"mW", 1e-3}, UnitName{"kW", 1e3},
                            UnitName{"MW", 1e6}, UnitName{"GW", 1e9}};
constexpr std::array kJoules{UnitName{"J", 1.0},     UnitName{"kJ", 1e3},
                             UnitName{"MJ", 1e6},    UnitName{"Wh", 3600.0},
                             UnitName{"kWh", 3.6e6}, UnitName{"MWh", 3.6e9}};
constexpr std::array kBytes{UnitName{"B", 1.0},
                            UnitName{"kB", 1e3},
                            UnitName{"MB", 1e6},
                            UnitName{"GB", 1e9},
                            UnitName{"TB", 1e12},
                            UnitName{"PB", 1e15},
                            UnitName{"KiB", 1024.0},
                            UnitName{"MiB", 1048576.0},
                            UnitName{"GiB", 1073741824.0},
                            UnitName{"TiB", 1099511627776.0}};
constexpr std::array kBytesPerSec{
    UnitName{"B/s", 1.0},     UnitName{"kB/s", 1e3},    UnitName{"MB/s", 1e6},
    UnitName{"GB/s", 1e9},    UnitName{"TB/s", 1e12},   UnitName{"GiB/s", 1073741824.0},
    UnitName{"Mb/s", 1.25e5}, UnitName{"Gb/s", 1.25e8}, UnitName{"Tb/s", 1.25e11}};
constexpr std::array kFlopPerSec{UnitName{"FLOPS", 1.0},   UnitName{"GFLOPS", 1e9},
                                 UnitName{"TFLOPS", 1e12}, UnitName{"PFLOPS", 1e15},
                                 UnitName{"EFLOPS", 1e18}, UnitName{"TOPS", 1e12},
                                 UnitName{"FLOP/s", 1.0},  UnitName{"TFLOP/s", 1e12}};
constexpr std::array kUsd{UnitName{"USD", 1.0}, UnitName{"kUSD", 1e3}, UnitName{"MUSD", 1e6}};
constexpr std::array kUsdPerSec{UnitName{"USD/s", 1.0}, UnitName{"USD/h", 1.0 / 3600.0},
                                UnitName{"USD/d", 1.0 / 86400.0}};
constexpr std::array kUsdPerJoule{UnitName{"USD/J", 1.0}, UnitName{"USD/kWh", 1.0 / 3.6e6},
                                  UnitName{"USD/MWh", 1.0 / 3.6e9}};

const UnitFamily kSecondsFamily{"time", "30 s", kSeconds};
const UnitFamily kWattsFamily{"power", "700 W", kWatts};
const UnitFamily kJoulesFamily{"energy", "5 kWh", kJoules};
const UnitFamily kBytesFamily{"data", "80 GB", kBytes};
const UnitFamily kBytesPerSecFamily{"data rate", "400 Gb/s", kBytesPerSec};
const UnitFamily kFlopPerSecFamily{"compute rate", "989 TFLOPS", kFlopPerSec};
const UnitFamily kUsdFamily{"money", "30000 USD", kUsd};
const UnitFamily kUsdPerSecFamily{"money per time", "2.5 USD/h", kUsdPerSec};
const UnitFamily kUsdPerJouleFamily{"money per energy", "0.08 USD/kWh", kUsdPerJoule};

constexpr std::string_view kDigits = "0123456789.+-eE";

std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

/// Splits "3.2 MW" behind the longest prefix that is a number.
std::size_t number_length(std::string_view text) {
  double value = 0.0;
  const auto [end, error] = fast_float::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return 0;
  return static_cast<std::size_t>(end - text.data());
}

}  // namespace

template <>
const UnitFamily& unit_family<Seconds>() {
  return kSecondsFamily;
}
template <>
const UnitFamily& unit_family<Watts>() {
  return kWattsFamily;
}
template <>
const UnitFamily& unit_family<Joules>() {
  return kJoulesFamily;
}
template <>
const UnitFamily& unit_family<Bytes>() {
  return kBytesFamily;
}
template <>
const UnitFamily& unit_family<BytesPerSec>() {
  return kBytesPerSecFamily;
}
template <>
const UnitFamily& unit_family<FlopPerSec>() {
  return kFlopPerSecFamily;
}
template <>
const UnitFamily& unit_family<Usd>() {
  return kUsdFamily;
}
template <>
const UnitFamily& unit_family<UsdPerSec>() {
  return kUsdPerSecFamily;
}
template <>
const UnitFamily& unit_family<UsdPerJoule>() {
  return kUsdPerJouleFamily;
}

std::optional<double> parse_number(std::string_view text) {
  if (text.empty() || text.find_first_not_of(kDigits) != std::string_view::npos)
    return std::nullopt;
  double value = 0.0;
  const auto [end, error] = fast_float::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (!math::is_finite(value)) return std::nullopt;
  return value;
}

std::optional<long long> parse_integer(std::string_view text) {
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  if (digits.size() > 1 && digits.front() == '0') return std::nullopt;
  long long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> parse_quantity(std::string_view text, const UnitFamily& family,
                                     const Mark& mark, std::string_view what,
                                     Diagnostics& diagnostics) {
  text = trim(text);
  const std::size_t length = number_length(text);
  const auto number = parse_number(text.substr(0, length));
  if (!number) {
    diagnostics.error("E-CFG-010", mark,
                      fmt::format("{}: '{}' is not a number with a unit", what, text),
                      fmt::format("write e.g. '{}'", family.example));
    return std::nullopt;
  }
  const std::string_view unit = trim(text.substr(length));
  if (unit.empty()) {
    diagnostics.error("E-CFG-011", mark,
                      fmt::format("{}: '{}' has no unit of {}", what, text, family.dimension),
                      fmt::format("write e.g. '{}'", family.example));
    return std::nullopt;
  }
  std::vector<std::string> names;
  for (const UnitName& known : family.names) {
    if (known.name == unit) return *number * known.factor;
    names.emplace_back(known.name);
  }
  diagnostics.error("E-CFG-012", mark,
                    fmt::format("{}: '{}' is not a unit of {}", what, unit, family.dimension),
                    suggest(unit, names));
  return std::nullopt;
}

std::string format_quantity(double base_value, const UnitFamily& family) {
  // The unit whose number is shortest among those that read back to the very same double.
  std::string best = fmt::format("{} {}", base_value, family.names.front().name);
  for (const UnitName& unit : family.names) {
    const double number = base_value / unit.factor;
    if (number * unit.factor != base_value) continue;
    const std::string text = fmt::format("{} {}", number, unit.name);
    if (text.size() < best.size()) best = text;
  }
  return best;
}

}  // namespace podsim
