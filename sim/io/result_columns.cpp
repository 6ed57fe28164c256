#include "sim/io/result_columns.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace podsim {

using hdf5::Element;
using hdf5::File;
using hdf5::Handle;

namespace {

constexpr std::size_t kChunkBytes = std::size_t{512} << 10U;
constexpr std::size_t kSmallBytes = std::size_t{16} << 10U;
/// Texts are padded to the longest, which compresses away; beyond this they are stored singly.
constexpr std::size_t kMostPaddedBytes = std::size_t{256} << 20U;
constexpr std::size_t kAlwaysPadded = 64;
/// xarray takes texts of one byte for the characters of a longer text.
constexpr std::size_t kLeastWidth = 2;

std::size_t longest(const std::vector<std::string>& texts) {
  std::size_t most = 0;
  for (const std::string& text : texts) most = std::max(most, text.size());
  return most;
}

template <class Number>
Handle write_numbers(File& file, const Handle& group, const std::string& name,
                     const Element& element, const std::vector<Number>& numbers) {
  Handle dataset = file.create_dataset(group, name, column_layout(element, numbers.size()));
  file.write(dataset, element, 0, numbers.size(), numbers.data());
  return dataset;
}

/// A chunk at a time, so that the padding takes no memory.
void write_padded(File& file, const Handle& dataset, const hdf5::Layout& layout,
                  const std::vector<std::string>& texts) {
  const std::size_t width = layout.element.width;
  const std::size_t rows = layout.chunk > 0 ? layout.chunk : texts.size();
  std::vector<char> bytes;
  for (std::size_t start = 0; start < texts.size(); start += rows) {
    const std::size_t count = std::min(rows, texts.size() - start);
    bytes.assign(count * width, '\0');
    for (std::size_t i = 0; i < count; ++i) {
      const std::string& text = texts[start + i];
      std::copy(text.begin(), text.end(), bytes.begin() + static_cast<std::ptrdiff_t>(i * width));
    }
    file.write(dataset, layout.element, start, count, bytes.data());
  }
}

Handle write_texts(File& file, const Handle& group, const std::string& name,
                   const std::vector<std::string>& texts) {
  const std::size_t width = std::max(longest(texts), kLeastWidth);
  const bool padded = width <= kAlwaysPadded || width * texts.size() <= kMostPaddedBytes;
  const Element element = padded ? Element{hdf5::Kind::FixedText, width} : hdf5::kText;
  const hdf5::Layout layout = column_layout(element, texts.size());
  Handle dataset = file.create_dataset(group, name, layout);
  if (!padded) {
    file.write_texts(dataset, texts);
    return dataset;
  }
  file.write_attribute(dataset, "_Encoding", "utf-8");  // has xarray give texts, not bytes
  write_padded(file, dataset, layout, texts);
  return dataset;
}

}  // namespace

hdf5::Layout column_layout(const Element& element, std::size_t size) {
  const std::size_t chunk = std::max<std::size_t>(1, kChunkBytes / element.width);
  const bool small = size * element.width <= kSmallBytes;
  return {element, size, small ? 0 : std::min(chunk, size), false};
}

Handle write_column(File& file, const Handle& group, const Column& column) {
  Handle dataset;
  if (const auto* whole = std::get_if<std::vector<std::int64_t>>(&column.data)) {
    dataset = write_numbers(file, group, column.name, hdf5::kInt64, *whole);
  } else if (const auto* real = std::get_if<std::vector<double>>(&column.data)) {
    dataset = write_numbers(file, group, column.name, hdf5::kFloat64, *real);
  } else {
    dataset =
        write_texts(file, group, column.name, std::get<std::vector<std::string>>(column.data));
  }
  describe(file, dataset, column.unit, column.doc);
  return dataset;
}

Handle write_row_numbers(File& file, const Handle& group, const std::string& name,
                         std::size_t size) {
  std::vector<std::uint32_t> rows(size);
  std::iota(rows.begin(), rows.end(), 0U);
  return write_numbers(file, group, name, hdf5::kUInt32, rows);
}

void describe(File& file, const Handle& dataset, const std::string& unit, const std::string& doc) {
  if (!unit.empty()) file.write_attribute(dataset, "units", unit);
  if (!doc.empty()) file.write_attribute(dataset, "long_name", doc);
}

}  // namespace podsim
