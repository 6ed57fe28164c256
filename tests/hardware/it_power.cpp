#include "sim/hardware/power/it_power.h"

#include <doctest/doctest.h>

#include "sim/core/check.h"
#include "sim/hardware/plant.h"

using namespace podsim;

namespace {

constexpr PoolId kPool{0U};

/// Two nodes of 8, 1,275 W a device as rated and 162.5 W idle (a node of 10.2 kW and 1.3 kW).
Fleet powered() {
  NodeGroup group;
  group.pool_name = group.accelerator = "gpu";
  group.nodes = 2;
  group.devices_per_node = 8;
  group.power = DevicePower{Watts{162.5}, Watts{1275.0}};
  Fleet fleet;
  fleet.add(group);
  return fleet;
}

}  // namespace

TEST_CASE("it power: a whole node under load, in nanowatts") {
  const Fleet fleet = powered();
  const ItPower power(fleet);
  // 8 x 1,275 W x 0.76 = 7,752 W.
  CHECK(power.job_nanowatts(kPool, 8000, 0.76) == 7'752'000'000'000);
  CHECK(power.job_nanowatts(kPool, 8000, 1.0) == 10'200'000'000'000);
}

TEST_CASE("it power: idle, and never below it") {
  const Fleet fleet = powered();
  const ItPower power(fleet);
  CHECK(power.idle_nanowatts(kPool, 8000) == 1'300'000'000'000);
  // 0.1 x 1,275 W = 127.5 W is less than 162.5 W.
  CHECK(power.job_nanowatts(kPool, 1000, 0.1) == 162'500'000'000);
  CHECK(power.job_nanowatts(kPool, 1000, 0.0) == 162'500'000'000);
}

TEST_CASE("it power: a share of a device draws its share") {
  const Fleet fleet = powered();
  const ItPower power(fleet);
  // A quarter of 1,275 W.
  CHECK(power.job_nanowatts(kPool, 250, 1.0) == 318'750'000'000);
  CHECK(power.job_nanowatts(kPool, 0, 1.0) == 0);
}

TEST_CASE("it power: parts add up to the whole, to the nanowatt") {
  // 1 W over three devices does not divide; what is rounded is the power of one milli, so any split
  // of the same milli draws the same.
  NodeGroup group;
  group.pool_name = group.accelerator = "odd";
  group.nodes = 1;
  group.devices_per_node = 3;
  group.power = DevicePower{Watts{1.0 / 3.0}, Watts{2.0 / 3.0}};
  Fleet fleet;
  fleet.add(group);
  const ItPower power(fleet);
  CHECK(power.job_nanowatts(kPool, 1, 1.0) * 3000 == power.job_nanowatts(kPool, 3000, 1.0));
  CHECK(power.idle_nanowatts(kPool, 1700) + power.idle_nanowatts(kPool, 1300) ==
        power.idle_nanowatts(kPool, 3000));
}

TEST_CASE("it power: nameplate of the fleet") {
  const Fleet fleet = powered();
  CHECK(ItPower(fleet).nameplate().value() == doctest::Approx(20'400.0));
}

TEST_CASE("it power: needs a figure for every pool") {
  Fleet fleet = powered();
  NodeGroup bare;
  bare.pool_name = bare.accelerator = "bare";
  bare.nodes = 1;
  bare.devices_per_node = 1;
  fleet.add(bare);
  CHECK_THROWS_AS(ItPower{fleet}, InvariantError);
}

TEST_CASE("plant: a constant factor from IT to facility power") {
  CHECK(ConstantPue(1.25).facility_power(Watts{8000.0}).value() == doctest::Approx(10'000.0));
  CHECK(ConstantPue(1.0).facility_power(Watts{}).value() == 0.0);
}
