// Replay of recorded starts, with and without overlaps.
#include "tests/datacenter/mini.h"

using namespace podsim;
using namespace podsim::mini;

namespace {

Job recorded(std::int64_t arrival, std::int64_t start, std::int64_t runtime,
             std::uint32_t devices) {
  Job made = job(arrival, runtime, devices);
  made.recorded_start = at(start);
  return made;
}

Case overlapping(std::uint32_t devices, std::vector<Job> jobs) {
  Case test = one_node(devices, std::move(jobs), "replay");
  test.queue = choice("replay", "allow_overlap", "true");
  return test;
}

}  // namespace

TEST_CASE("replay: every job starts when the trace says") {
  // The second may start at 3, though 3 of 4 devices are free before; the third before the second.
  const auto result =
      one_node(4, {recorded(0, 1, 5, 1), recorded(0, 3, 5, 1), recorded(1, 2, 1, 2)}, "replay")
          .run();
  CHECK(starts(result) == Times{1, 3, 2});
}

TEST_CASE("replay: a recorded start before the arrival is the arrival") {
  CHECK(starts(one_node(1, {recorded(5, 2, 1, 1)}, "replay").run()) == Times{5});
}

TEST_CASE("replay: a device that is released at a start is free for it") {
  const auto result = one_node(4, {recorded(0, 0, 10, 4), recorded(0, 10, 5, 4)}, "replay").run();
  CHECK(starts(result) == Times{0, 10});
  CHECK(result.status == RunStatus::Finished);
}

TEST_CASE("replay: jobs without length make room within the instant") {
  // Two of all 4 devices without length and one of 5 s, all recorded at 3.
  const std::vector<Job> jobs{recorded(0, 3, 0, 4), recorded(0, 3, 0, 4), recorded(0, 3, 5, 4)};
  const auto result = one_node(4, jobs, "replay").run();
  CHECK(result.status == RunStatus::Finished);
  CHECK(ends(result) == Times{3, 3, 8});
}

TEST_CASE("replay: without allow_overlap the first overlapping job ends the run by name") {
  const auto result =
      one_node(4, {recorded(0, 0, 10, 3), recorded(1, 2, 10, 3), recorded(1, 3, 1, 1)}, "replay")
          .run();
  CHECK(result.status == RunStatus::Failed);
  CHECK(result.error.find("job 2 (line 2 of the trace)") != std::string::npos);
  CHECK(result.error.find("allow_overlap") != std::string::npos);
  CHECK(result.window_close == at(2));
  CHECK(starts(result) == Times{0, kNever, kNever});
}

TEST_CASE("replay: a job without a recorded start is rejected with its reason") {
  const auto result = one_node(4, {job(0, 10, 3), recorded(0, 2, 1, 1)}, "replay").run();
  CHECK(states(result) == std::vector{JobState::Rejected, JobState::Completed});
  CHECK(reason(result, 0) == "no-recorded-start");
}

TEST_CASE(
    "replay with allow_overlap: the excess is borrowed and paid back from the next releases") {
  // Of 4, A has 3 over 0..10. B wants 3 over 2..12: it takes the free one and borrows 2 until A
  // ends at 10: over capacity 2 x 8 = 16. Held: A 3 x 10, B 1 x 8 + 3 x 2 = 14. Asked for: 3 x 10 +
  // 3 x 10.
  const auto result = overlapping(4, {recorded(0, 0, 10, 3), recorded(1, 2, 10, 3)}).run();
  CHECK(starts(result) == Times{0, 2});
  CHECK(ends(result) == Times{10, 12});
  CHECK(device_seconds(result.ledger.borrowed) == 16);
  CHECK(device_seconds(result.ledger.claimed) == 44);
  CHECK(device_seconds(result.ledger.allocated) == 60);
  CHECK(device_seconds(result.ledger.free) == 4 * 12 - 44);
  CHECK(result.peak_milli == 6000);
}

TEST_CASE("replay with allow_overlap: those who borrowed first are paid back first, in part") {
  // Of 4, A and D have 2 each, until 10 and 20. B wants 3 over 1..30, C 4 over 2..30; nothing is
  // free. At 10 A's 2 go to B, which borrows 1; at 20 D's 2: 1 to B, 1 to C, which borrows 3
  // until 30. Over capacity: B 3 x 9 + 1 x 10 = 37, C 4 x 18 + 3 x 10 = 102; together 139.
  const auto result = overlapping(4, {recorded(0, 0, 10, 2), recorded(0, 0, 20, 2),
                                      recorded(0, 1, 29, 3), recorded(0, 2, 28, 4)})
                          .run();
  CHECK(device_seconds(result.ledger.borrowed) == 139);
  CHECK(result.peak_milli == 11'000);
}

TEST_CASE("replay with allow_overlap: a borrower that ends before it is paid back owes nothing") {
  // B borrows 4 over 1..3, while A has all 4 over 0..10; C starts at 10 on all 4 without borrowing.
  const auto result =
      overlapping(4, {recorded(0, 0, 10, 4), recorded(0, 1, 2, 4), recorded(0, 10, 5, 4)}).run();
  CHECK(device_seconds(result.ledger.borrowed) == 8);
  CHECK(ends(result) == Times{10, 3, 15});
}

TEST_CASE("replay with allow_overlap: a share borrows and is paid back as a whole") {
  // The only device: A has 700 over 0..10, B asks for 500 over 2..12, borrows it until 10.
  Job a = share(0, 10, 700);
  Job b = share(0, 10, 500);
  a.recorded_start = at(0);
  b.recorded_start = at(2);
  const auto result = overlapping(1, {a, b}).run();
  CHECK(result.ledger.borrowed == Int128{500} * 8 * kSecond);
  CHECK(result.ledger.claimed == Int128{700} * 10 * kSecond + Int128{500} * 2 * kSecond);
}
