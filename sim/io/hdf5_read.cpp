// What reads in hdf5::File. Files may be damaged: sizes are doubted before memory is asked for.
#include <hdf5.h>

#include <cstring>

#include "sim/io/hdf5_file.h"

namespace podsim::hdf5 {
namespace {

/// Deflate shrinks at most about 1030-fold, so a dataset cannot hold more than that.
constexpr std::uint64_t kMostExpansion = 1100;

herr_t note_attribute(hid_t, const char* name, const H5A_info_t*, void* out) {
  static_cast<std::vector<std::string>*>(out)->emplace_back(name);
  return 0;
}

herr_t note_link(hid_t, const char* name, const H5L_info_t*, void* out) {
  static_cast<std::vector<std::string>*>(out)->emplace_back(name);
  return 0;
}

/// Up to the first NUL, which pads it.
std::string unpadded(const char* start, std::size_t width) {
  return {start, strnlen(start, width)};
}

std::optional<Element> element_of(const Handle& type) {
  const std::size_t width = H5Tget_size(type.get());
  switch (H5Tget_class(type.get())) {
    case H5T_INTEGER:
      return width == 4 && H5Tget_sign(type.get()) == H5T_SGN_NONE ? kUInt32 : kInt64;
    case H5T_FLOAT:
      return kFloat64;
    case H5T_STRING:
      if (H5Tis_variable_str(type.get()) > 0) return kText;
      return Element{Kind::FixedText, width};
    default:
      return std::nullopt;
  }
}

}  // namespace

bool File::has(const Handle& parent, const std::string& name) {
  const Quiet quiet;
  return H5Lexists(parent.get(), name.c_str(), H5P_DEFAULT) > 0;
}

Handle File::open_object(const Handle& parent, const std::string& name) {
  const Quiet quiet;
  return own(H5Oopen(parent.get(), name.c_str(), H5P_DEFAULT));
}

std::vector<std::string> File::names(const Handle& group) {
  const Quiet quiet;
  std::vector<std::string> names;
  const auto walk = [&](H5_index_t order) {
    names.clear();
    return H5Literate(group.get(), order, H5_ITER_INC, nullptr, note_link, &names);
  };
  // Other tools may have written the group without an order.
  if (walk(H5_INDEX_CRT_ORDER) < 0) (void)ok(walk(H5_INDEX_NAME));
  return names;
}

bool File::is_scale(const Handle& object) {
  const Quiet quiet;
  return H5Aexists(object.get(), "CLASS") > 0;
}

std::vector<NamedMetric> File::attributes(const Handle& object) {
  const Quiet quiet;
  std::vector<std::string> names;
  const auto walk = [&](H5_index_t order) {
    names.clear();
    return H5Aiterate2(object.get(), order, H5_ITER_INC, nullptr, note_attribute, &names);
  };
  if (walk(H5_INDEX_CRT_ORDER) < 0) (void)ok(walk(H5_INDEX_NAME));
  std::vector<NamedMetric> values;
  for (const std::string& name : names) {
    auto value = attribute(object, name);
    if (value) values.push_back({name, std::move(*value)});
  }
  return values;
}

std::optional<MetricValue> File::attribute(const Handle& object, const std::string& name) {
  const Quiet quiet;
  if (H5Aexists(object.get(), name.c_str()) <= 0) return std::nullopt;
  const Handle attribute = own(H5Aopen(object.get(), name.c_str(), H5P_DEFAULT));
  if (!attribute) return std::nullopt;
  return read_attribute(attribute);
}

std::optional<MetricValue> File::read_attribute(const Handle& attribute) {
  const Handle type = own(H5Aget_type(attribute.get()));
  const Handle space = own(H5Aget_space(attribute.get()));
  const auto element = element_of(type);
  if (!element || H5Sget_simple_extent_npoints(space.get()) != 1) return std::nullopt;
  switch (element->kind) {
    case Kind::Int64:
    case Kind::UInt32: {
      std::int64_t whole = 0;
      if (!ok(H5Aread(attribute.get(), H5T_NATIVE_INT64, &whole))) return std::nullopt;
      return whole;
    }
    case Kind::Float64: {
      double real = 0.0;
      if (!ok(H5Aread(attribute.get(), H5T_NATIVE_DOUBLE, &real))) return std::nullopt;
      return real;
    }
    case Kind::FixedText:
    case Kind::Text:
      break;
  }
  return read_text_attribute(attribute, type);
}

std::optional<std::string> File::read_text_attribute(const Handle& attribute, const Handle& type) {
  if (H5Tis_variable_str(type.get()) > 0) {
    char* start = nullptr;
    if (!ok(H5Aread(attribute.get(), type.get(), &start))) return std::nullopt;
    std::string text(start != nullptr ? start : "");
    (void)H5free_memory(start);
    return text;
  }
  std::string text(H5Tget_size(type.get()), '\0');
  if (!ok(H5Aread(attribute.get(), type.get(), text.data()))) return std::nullopt;
  return unpadded(text.data(), text.size());
}

std::optional<DatasetFacts> File::facts(const Handle& dataset) {
  const Quiet quiet;
  if (H5Iget_type(dataset.get()) != H5I_DATASET) return std::nullopt;
  const Handle type = own(H5Dget_type(dataset.get()));
  const Handle space = own(H5Dget_space(dataset.get()));
  const auto element = element_of(type);
  const hssize_t size = H5Sget_simple_extent_npoints(space.get());
  if (!element || size < 0 || H5Sget_simple_extent_ndims(space.get()) > 1) return std::nullopt;
  const DatasetFacts facts{*element, static_cast<std::uint64_t>(size)};
  const std::uint64_t stored = H5Dget_storage_size(dataset.get());
  if (stored * kMostExpansion / element->width < facts.size) {
    fail("a dataset is larger than its stored bytes can be");
    return std::nullopt;
  }
  return facts;
}

bool File::read(const Handle& dataset, const Element& element, void* data) {
  const Quiet quiet;
  const Handle type = type_of(element);
  return ok(H5Dread(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, data));
}

bool File::read_texts(const Handle& dataset, const DatasetFacts& facts,
                      std::vector<std::string>& out) {
  const Quiet quiet;
  out.clear();
  out.reserve(facts.size);
  if (facts.element.kind == Kind::FixedText) {
    const std::size_t width = facts.element.width;
    std::vector<char> bytes(facts.size * width);
    if (!read(dataset, facts.element, bytes.data())) return false;
    for (std::uint64_t i = 0; i < facts.size; ++i) {
      out.push_back(unpadded(bytes.data() + i * width, width));
    }
    return true;
  }
  std::vector<char*> starts(facts.size, nullptr);
  const bool good = read(dataset, kText, starts.data());
  for (char* start : starts) {
    out.emplace_back(start != nullptr ? start : "");
    (void)H5free_memory(start);
  }
  return good;
}

}  // namespace podsim::hdf5
