#include "sim/core/units.h"

#include <doctest/doctest.h>

#include <type_traits>

using namespace podsim;
using namespace podsim::literals;

namespace {

template <class A, class B>
concept Addable = requires(A a, B b) { a + b; };
template <class A, class B>
concept Subtractable = requires(A a, B b) { a - b; };
template <class A, class B>
concept Comparable = requires(A a, B b) { a < b; };
template <class A, class B>
concept Assignable = requires(A a, B b) { a = b; };

static_assert(Addable<Watts, Watts>);
static_assert(!Addable<Watts, Seconds>);
static_assert(!Subtractable<Watts, Joules>);
static_assert(!Addable<Watts, double>);
static_assert(!Comparable<Bytes, BytesPerSec>);
static_assert(Comparable<Bytes, Bytes>);
static_assert(!std::is_convertible_v<double, Watts>);
static_assert(!std::is_convertible_v<Watts, double>);
static_assert(!Assignable<Watts&, Joules>);

static_assert(std::is_same_v<decltype(Watts{} * Seconds{}), Joules>);
static_assert(std::is_same_v<decltype(Joules{} / Seconds{}), Watts>);
static_assert(std::is_same_v<decltype(Bytes{} / BytesPerSec{}), Seconds>);
static_assert(std::is_same_v<decltype(Flop{} / Seconds{}), FlopPerSec>);
static_assert(std::is_same_v<decltype(Joules{} * UsdPerJoule{}), Usd>);
static_assert(std::is_same_v<decltype(Watts{} / Watts{}), double>);
static_assert(sizeof(Watts) == sizeof(double) && std::is_trivially_copyable_v<Watts>);

}  // namespace

TEST_CASE("units: products and quotients carry the numbers in base units") {
  CHECK((700.0_W * 2.0_s).value() == 1400.0);
  // 10 GB over 400 Gb/s: 10e9 B / 50e9 B/s = 0.2 s.
  CHECK((Bytes{10e9} / 400.0_Gbps).value() == doctest::Approx(0.2));
  CHECK(2.0_kW / 500.0_W == 4.0);
  // 1 MWh at 0.08 USD/kWh: 1000 * 0.08 = 80 USD.
  CHECK((Joules{1000.0 * kJoulesPerKwh} * UsdPerJoule{0.08 / kJoulesPerKwh}).value() ==
        doctest::Approx(80.0));
}

TEST_CASE("units: sums, scaling and order") {
  Watts power = 1.0_kW;
  power += 250.0_W;
  power -= 50.0_W;
  CHECK(power == 1200.0_W);
  CHECK(-power == Watts{-1200.0});
  CHECK(power / 2.0 == 600.0_W);
  CHECK(2.0 * power == power * 2.0);
  CHECK(power > 1.0_kW);
  CHECK(Watts{}.value() == 0.0);
}
