// Free accelerators over future time, by hand.
#include "sim/policies/capacity_profile.h"

#include "sim/core/check.h"
#include "tests/datacenter/mini.h"

using namespace podsim;
using namespace podsim::mini;

namespace {

/// 2 free from 0, 5 from 10, 8 from 20.
CapacityProfile stairs() {
  CapacityProfile profile;
  profile.reset(at(0), 2);
  profile.add_from(at(10), 3);
  profile.add_from(at(20), 3);
  return profile;
}

}  // namespace

TEST_CASE("profile: the earliest time with enough") {
  const CapacityProfile profile = stairs();
  CHECK(profile.earliest(at(0), seconds(100), 2) == at(0));
  CHECK(profile.earliest(at(0), seconds(1), 3) == at(10));
  CHECK(profile.earliest(at(0), seconds(1), 6) == at(20));
  CHECK(profile.earliest(at(15), seconds(1), 3) == at(15));
  CHECK(profile.earliest(at(0), seconds(1), 9) == kTimeNever);
  CHECK(profile.earliest(at(7), seconds(1), 0) == at(7));
}

TEST_CASE("profile: a hole must be long enough, to the nanosecond") {
  // 4 are taken over 10..20: free are 2, then 1, then 8.
  CapacityProfile profile = stairs();
  profile.reserve(at(10), seconds(10), 4);
  CHECK(profile.earliest(at(0), seconds(10), 2) == at(0));
  CHECK(profile.earliest(at(0), seconds(10) + Duration{1}, 2) == at(20));
  CHECK(profile.earliest(at(1), seconds(10), 2) == at(20));
  CHECK(profile.earliest(at(0), seconds(1000), 1) == at(0));
}

TEST_CASE("profile: neighbouring steps make one hole") {
  const CapacityProfile profile = stairs();
  CHECK(profile.earliest(at(5), seconds(100), 1) == at(5));
  CHECK(profile.earliest(at(5), seconds(100), 4) == at(10));
}

TEST_CASE("profile: cancel undoes a reservation") {
  CapacityProfile profile = stairs();
  profile.reserve(at(3), seconds(14), 2);
  CHECK(profile.earliest(at(0), seconds(5), 2) == at(10));
  profile.cancel(at(3), seconds(14), 2);
  CHECK(profile.earliest(at(0), seconds(100), 2) == at(0));
  CHECK(profile.earliest(at(0), seconds(1), 3) == at(10));
}

TEST_CASE("profile: work without length takes nothing") {
  CapacityProfile profile = stairs();
  profile.reserve(at(0), seconds(0), 2);
  CHECK(profile.earliest(at(0), seconds(0), 2) == at(0));
  CHECK(profile.earliest(at(0), seconds(0), 3) == at(10));
}

TEST_CASE("profile: work for ever") {
  CapacityProfile profile = stairs();
  CHECK(profile.earliest(at(0), kForever, 5) == at(10));
  profile.reserve(at(10), kForever, 5);
  CHECK(profile.earliest(at(0), seconds(10), 2) == at(0));
  CHECK(profile.earliest(at(0), seconds(11), 2) == at(20));
  CHECK(profile.earliest(at(0), kForever, 3) == at(20));
  CHECK(profile.earliest(at(0), kForever, 4) == kTimeNever);
}

TEST_CASE("profile: a release that never comes adds nothing") {
  CapacityProfile profile = stairs();
  profile.add_from(kTimeNever, 5);
  CHECK(profile.earliest(at(0), seconds(1), 9) == kTimeNever);
}

TEST_CASE("profile: forgetting the past changes no answer about the future") {
  CapacityProfile profile = stairs();
  profile.forget_before(at(15));
  CHECK(profile.earliest(at(15), seconds(1), 5) == at(15));
  CHECK(profile.earliest(at(15), seconds(1), 6) == at(20));
  profile.forget_before(at(15));
  profile.forget_before(at(30));
  CHECK(profile.earliest(at(30), seconds(1), 8) == at(30));
  CHECK_THROWS_AS(profile.reserve(at(29), seconds(1), 1), InvariantError);
}
