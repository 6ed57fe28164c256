#include "sim/core/units_text.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>

using namespace podsim;

namespace {

const Mark kHere{std::make_shared<const std::string>("pod.yaml"), 57, 14};

template <class Q>
std::optional<double> parse(std::string_view text, Diagnostics& diagnostics) {
  return parse_quantity(text, unit_family<Q>(), kHere, "field", diagnostics);
}

template <class Q>
double good(std::string_view text) {
  Diagnostics diagnostics;
  const auto value = parse<Q>(text, diagnostics);
  CHECK_MESSAGE(!diagnostics.has_errors(), diagnostics.to_string());
  return value.value_or(-1.0);
}

template <class Q>
Diagnostic bad(std::string_view text) {
  Diagnostics diagnostics;
  CHECK_FALSE(parse<Q>(text, diagnostics).has_value());
  REQUIRE(diagnostics.errors() == 1);
  const Diagnostic finding = diagnostics.findings().front();
  CHECK(finding.mark.line == 57);
  CHECK(finding.mark.column == 14);
  return finding;
}

}  // namespace

TEST_CASE("units_text: quantities in base units") {
  CHECK(good<Watts>("700 W") == 700.0);
  CHECK(good<Watts>("0.7kW") == 700.0);
  CHECK(good<Watts>("  1.5e3  mW ") == 1.5);
  CHECK(good<BytesPerSec>("400 Gb/s") == 50e9);   // 8 bits a byte
  CHECK(good<Bytes>("80 GB") == 80e9);            // decimal
  CHECK(good<Bytes>("80 GiB") == 85899345920.0);  // 80 * 2^30
  CHECK(good<Seconds>("30 d") == 2592000.0);      // 30 * 86400
  CHECK(good<Seconds>("-5 min") == -300.0);
  CHECK(good<FlopPerSec>("3EFLOPS") == 3e18);                         // the E belongs to the unit
  CHECK(good<UsdPerJoule>("0.36 USD/kWh") == doctest::Approx(1e-7));  // 0.36 / 3.6e6
}

TEST_CASE("units_text: a number without a unit is refused") {
  const Diagnostic finding = bad<Watts>("700");
  CHECK(finding.code == "E-CFG-011");
  CHECK(finding.hint == "write e.g. '700 W'");
}

TEST_CASE("units_text: foreign and unknown units are refused with what is near") {
  CHECK(bad<Watts>("700 J").code == "E-CFG-012");
  CHECK(bad<Watts>("1 w").hint == "valid: W, mW, kW, MW, GW");
  const Diagnostic finding = bad<BytesPerSec>("400 Gbps");
  CHECK(finding.code == "E-CFG-012");
  CHECK(finding.hint == "did you mean 'Gb/s'?");
}

TEST_CASE("units_text: what is not a number is refused") {
  for (const char* text : {"", "W", "many W", "inf W", "nan W", "0x10 W", ".", "1e400 W"}) {
    CAPTURE(text);
    const std::string code = bad<Watts>(text).code;
    // "0x10 W" reads as 0 and the unit "x10 W".
    CHECK(code == (std::string_view(text).starts_with("0x") ? "E-CFG-012" : "E-CFG-010"));
  }
}

TEST_CASE("units_text: plain numbers") {
  CHECK(parse_number("-1.5e-3") == -1.5e-3);
  for (const char* text : {"", "1 ", "0x10", "inf", "nan", "1,5", "1e999", "--1"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_number(text).has_value());
  }
  CHECK(parse_integer("-42") == -42);
  CHECK(parse_integer("0") == 0);
  for (const char* text : {"", "010", "-01", "1.0", "9223372036854775808", "1e3", "+1", "-"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_integer(text).has_value());
  }
}

TEST_CASE("units_text: printing is short and reads back exactly") {
  CHECK(format_quantity(700.0, unit_family<Watts>()) == "700 W");
  CHECK(format_quantity(0.0, unit_family<Seconds>()) == "0 s");
  CHECK(format_quantity(50e9, unit_family<BytesPerSec>()) == "50 GB/s");
  CHECK(format_quantity(2592000.0, unit_family<Seconds>()) == "30 d");
  for (const double value : {1.0 / 3.0, 123456.789, 1e-9, 7e15, 0.1 + 0.2}) {
    CAPTURE(value);
    CHECK(good<Joules>(format_quantity(value, unit_family<Joules>())) == value);
    CHECK(good<Seconds>(format_quantity(value, unit_family<Seconds>())) == value);
  }
}
