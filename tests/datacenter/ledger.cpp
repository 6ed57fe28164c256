// A lost milli-accelerator trips the books; so does a place that is not what was asked for.
#include "sim/datacenter/ledger.h"

#include "tests/datacenter/mini.h"

using namespace podsim;
using namespace podsim::mini;

namespace {

/// First come, first served, but at `when` it takes `milli` of a free device for nobody.
class Leak final : public QueuePolicy {
 public:
  Leak(SimTime when, std::uint32_t milli) : when_(when), milli_(milli) {}

  void decide(const SchedulingView& view, Triggers /*triggers*/, Draft& draft) override {
    while (draft.start(view.waiting.front()) == Verdict::Started) {
    }
    if (view.now != when_) return;
    const std::vector<Piece> pieces{{view.capacity.free_map(PoolId{0U}).next(0), 1}};
    const Holding nobodys{PoolId{0U}, NodeId{}, milli_, 0, 0, pieces};
    CHECK(const_cast<Capacity&>(view.capacity).claim(nobodys));
  }

 private:
  SimTime when_;
  std::uint32_t milli_;
};

/// Gives every job the same pieces.
class Fixed final : public PlacementPolicy {
 public:
  explicit Fixed(std::vector<Piece> pieces) : pieces_(std::move(pieces)) {}
  bool place(const Capacity& /*capacity*/, const Request& /*request*/,
             std::span<const PoolId> /*pools*/, Placement& placement) override {
    placement.clear();
    placement.pool = PoolId{0U};
    placement.pieces = pieces_;
    return true;
  }

 private:
  std::vector<Piece> pieces_;
};

/// What breaks when jobs of 4 devices get `pieces`.
std::string placed_on(const std::vector<Piece>& pieces) {
  const Case test = one_node(8, {job(0, 10, 4), job(0, 10, 4)}, "fcfs");
  const PolicyContext context{1, &test.jobs};
  return broken_invariant([&] {
    (void)test.run_with(make_policy(PolicyKind::Queue, test.queue, context, &PolicyEntry::queue),
                        std::make_unique<Fixed>(pieces));
  });
}

}  // namespace

TEST_CASE("ledger: a leak of one milli-accelerator trips the conservation check") {
  // At 3 one milli of a free device is taken without a job: from then to the end at 10 the free
  // time lacks 1 x 7 s, which no job holds.
  const Case test = one_node(4, {job(0, 10, 2), job(3, 2, 1)}, "fcfs");
  CHECK(broken_invariant([&] { (void)test.run_with(std::make_unique<Leak>(at(99), 1)); }).empty());
  const std::string broken =
      broken_invariant([&] { (void)test.run_with(std::make_unique<Leak>(at(3), 1)); });
  CHECK(broken.find("accelerator time: allocated 22000000000000 + free 17993000000000 is not the "
                    "fleet's 40000000000000") != std::string::npos);
}

TEST_CASE("ledger: a leak of a whole accelerator trips it too, under power as well") {
  NodeGroup node = group(1, 4);
  node.power = DevicePower{Watts{100.0}, Watts{1000.0}};
  const Case test{fleet_of({node}), table_of({job(0, 10, 2), job(3, 2, 1)})};
  const std::string broken =
      broken_invariant([&] { (void)test.run_with(std::make_unique<Leak>(at(3), 1000)); });
  CHECK(broken.find("accelerator time") != std::string::npos);
}

TEST_CASE("ledger: books by hand, clipped to the window") {
  // Opens at 5. One of 2 devices is held over 0..8, both are free after: held 3, free 3 + 2 x 2.
  const Fleet fleet = fleet_of(1, 2);
  Capacity capacity(fleet);
  const std::vector<Piece> pieces{{0, 1}};
  const Holding one{PoolId{0U}, NodeId{}, 1000, 0, 0, pieces};
  REQUIRE(capacity.claim(one));
  Ledger ledger(at(5), capacity, nullptr, nullptr);
  ledger.book_state(at(0), at(8), {1000, 0, 2});
  ledger.book_job(at(0), at(8), 1000, 0, 0);
  capacity.release(one);
  ledger.book_state(at(8), at(10), {});
  const LedgerTotals totals = ledger.close(at(10));
  CHECK(device_seconds(totals.claimed) == 3);
  CHECK(device_seconds(totals.free) == 7);
  CHECK(device_seconds(totals.capacity) == 10);
  CHECK(totals.waiting == Int128{6} * kSecond);
}

TEST_CASE("ledger: what was asked for must be held or borrowed") {
  const Fleet fleet = fleet_of(1, 2);
  const Capacity capacity(fleet);
  Ledger ledger(kTimeZero, capacity, nullptr, nullptr);
  ledger.book_state(at(0), at(8), {1000, 0, 0});
  CHECK(broken_invariant([&] { (void)ledger.close(at(8)); }).find("requested") !=
        std::string::npos);
}

TEST_CASE("decision: a place that is not free, not all or not there is refused by name") {
  CHECK(placed_on({{0, 3}}).find("gave job 0 (line 1) 3 accelerators") != std::string::npos);
  CHECK(placed_on({{0, 4}}).find("gave job 1 (line 2) accelerators that are not free") !=
        std::string::npos);
  CHECK(placed_on({{6, 4}}).find("not free") != std::string::npos);
  CHECK(placed_on({{0, 2}, {1, 2}}).find("not free") != std::string::npos);
}
