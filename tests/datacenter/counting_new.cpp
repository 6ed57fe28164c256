// The global operator new of this test program, with a counter behind a flag. With the environment
// variable PODSIM_STOP_AT_NEW set, the first counted allocation aborts, for a debugger's backtrace.
#include "tests/datacenter/counting_new.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<bool> counting{false};
std::atomic<std::uint64_t> counted{0};

void* allocate(std::size_t size, std::size_t alignment) {
  if (counting.load(std::memory_order_relaxed)) {
    if (std::getenv("PODSIM_STOP_AT_NEW") != nullptr) std::abort();
    counted.fetch_add(1, std::memory_order_relaxed);
  }
  const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
  return alignment <= alignof(std::max_align_t)
             ? std::malloc(size == 0 ? 1 : size)
             : std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
}

void* allocate_or_throw(std::size_t size, std::size_t alignment) {
  void* memory = allocate(size, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

namespace podsim::mini {
void count_allocations(bool on) {
  counting = on;
}
std::uint64_t allocations() {
  return counted;
}
}  // namespace podsim::mini

void* operator new(std::size_t size) {
  return allocate_or_throw(size, 1);
}
// The sanitizer's own would not go with the delete below.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return allocate(size, 1);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
