#include "sim/workload/job_table.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "sim/core/check.h"

namespace podsim {
namespace {

std::uint64_t hash_name(std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;  // FNV-1a
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return hash ^ (hash >> 29);
}

}  // namespace

std::size_t NameTable::slot_of(std::string_view name) const {
  std::size_t slot = hash_name(name) & (slots_.size() - 1);
  while (slots_[slot] != 0 && names_[slots_[slot] - 1] != name) {
    slot = (slot + 1) & (slots_.size() - 1);
  }
  return slot;
}

void NameTable::rehash(std::size_t capacity) {
  slots_.assign(capacity, 0);
  for (std::uint32_t id = 0; id < names_.size(); ++id) slots_[slot_of(names_[id])] = id + 1;
}

std::uint32_t NameTable::intern(std::string_view name) {
  if (names_.size() * 2 >= slots_.size()) rehash(std::max<std::size_t>(16, slots_.size() * 2));
  const std::size_t slot = slot_of(name);
  if (slots_[slot] == 0) {
    names_.emplace_back(name);
    slots_[slot] = static_cast<std::uint32_t>(names_.size());
  }
  return slots_[slot] - 1;
}

JobTable JobTable::from(std::vector<Job> jobs, NameTable users, NameTable queues, NameTable types) {
  JobTable table;
  table.users_ = std::move(users);
  table.queues_ = std::move(queues);
  table.types_ = std::move(types);
  const auto earlier = [](const Job& a, const Job& b) { return a.arrival < b.arrival; };
  if (std::ranges::is_sorted(jobs, earlier)) {
    table.jobs_ = std::move(jobs);
    return table;
  }
  std::vector<std::uint32_t> order(jobs.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(
      order, [&](std::uint32_t a, std::uint32_t b) { return earlier(jobs[a], jobs[b]); });
  std::vector<JobId> id_of(jobs.size());
  for (std::size_t position = 0; position < order.size(); ++position) {
    id_of[order[position]] = JobId{position};
  }
  table.jobs_.reserve(jobs.size());
  for (const std::uint32_t position : order) {
    Job job = jobs[position];
    if (job.after.valid()) job.after = id_of.at(job.after.index());
    table.jobs_.push_back(job);
  }
  return table;
}

std::vector<std::string> split_types(std::string_view spelling) {
  std::vector<std::string> parts;
  while (!spelling.empty()) {
    const std::size_t bar = spelling.find('|');
    const std::string_view part = spelling.substr(0, bar);
    if (!part.empty()) parts.emplace_back(part);
    if (bar == std::string_view::npos) break;
    spelling.remove_prefix(bar + 1);
  }
  return parts;
}

}  // namespace podsim
