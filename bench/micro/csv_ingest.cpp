// How fast does CSV come in, from bytes to numbers? About 100 MB of 7 numeric columns in memory,
// every field parsed. Reference: 300 MB/s on one core is the least that is acceptable.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <string>

#include "sim/io/csv.h"
#include "sim/io/numbers.h"

namespace {

using podsim::CsvReader;

constexpr std::size_t kBytes = 100'000'000;

struct Table {
  std::string text;
  std::int64_t rows = 0;
  std::int64_t runtime_ns = 0;  ///< sum of the second column
};

/// Columns like those of a job trace: times with and without decimals, counts, a fraction.
Table make_table() {
  Table table;
  table.text.reserve(kBytes + 200);
  std::uint64_t state = 42;
  std::int64_t arrival_ms = 0;
  while (table.text.size() < kBytes) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    const std::uint64_t draw = state >> 33U;
    arrival_ms += static_cast<std::int64_t>(draw % 4000);
    const auto runtime_ms = static_cast<std::int64_t>(draw % 4'000'007);
    table.runtime_ns += runtime_ms * 1'000'000;
    fmt::format_to(std::back_inserter(table.text), "{}.{:03},{}.{:03},{},{},{},{},0.{:04}\n",
                   arrival_ms / 1000, arrival_ms % 1000, runtime_ms / 1000, runtime_ms % 1000,
                   1U << (draw % 8), draw % 128, draw % 1'000'000, draw % 7, draw % 10'000);
    ++table.rows;
  }
  return table;
}

const Table& table() {
  static const Table made = make_table();
  return made;
}

void split_only(benchmark::State& state) {
  (void)table();  // made outside of the clock
  for (auto step : state) {
    CsvReader rows(table().text);
    std::size_t fields = 0;
    while (rows.next()) fields += rows.size();
    if (fields != static_cast<std::size_t>(table().rows) * 7) state.SkipWithError("lost fields");
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(table().text.size()));
}
BENCHMARK(split_only)->Unit(benchmark::kMillisecond);

/// As the trace readers do: decimals to exact integers.
void exact_integers(benchmark::State& state) {
  for (auto step : state) {
    CsvReader rows(table().text);
    std::int64_t sum = 0;
    std::int64_t others = 0;
    while (rows.next()) {
      std::int64_t value = 0;
      for (std::size_t i = 0; i < 7; ++i) {
        const int decimals = i < 2 ? 9 : i == 6 ? 6 : 0;
        if (podsim::parse_scaled(rows[i], decimals, value) != podsim::NumberTrouble::None) {
          state.SkipWithError("not a number");
        }
        (i == 1 ? sum : others) += value;
      }
    }
    benchmark::DoNotOptimize(others);
    if (sum != table().runtime_ns) state.SkipWithError("wrong sum");
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(table().text.size()));
}
BENCHMARK(exact_integers)->Unit(benchmark::kMillisecond);

void doubles(benchmark::State& state) {
  for (auto step : state) {
    CsvReader rows(table().text);
    double sum = 0.0;
    double others = 0.0;
    while (rows.next()) {
      double value = 0.0;
      for (std::size_t i = 0; i < 7; ++i) {
        if (podsim::parse_real(rows[i], value) != podsim::NumberTrouble::None) {
          state.SkipWithError("not a number");
        }
        (i == 1 ? sum : others) += value;
      }
    }
    benchmark::DoNotOptimize(others);
    const double expected = static_cast<double>(table().runtime_ns) * 1e-9;
    if (sum < expected * (1 - 1e-9) || sum > expected * (1 + 1e-9))
      state.SkipWithError("wrong sum");
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(table().text.size()));
}
BENCHMARK(doubles)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
