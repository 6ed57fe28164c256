// Files, groups and everything that writes; hdf5_read.cpp holds what reads.
#include "sim/io/hdf5_file.h"

#include <hdf5.h>

#include <cstring>
#include <type_traits>

#include "sim/io/hdf5_disk.h"

namespace podsim::hdf5 {
namespace {

static_assert(std::is_same_v<hid_t, Id> && std::is_same_v<herr_t, int>);

constexpr unsigned kInOrder = H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED;

/// The innermost message of the error stack, which says the most.
herr_t note_reason(unsigned, const H5E_error2_t* error, void* out) {
  if (error->desc == nullptr) return 0;
  *static_cast<std::string*>(out) = error->desc;
  return 1;
}

herr_t close_by_kind(Id id) {
  switch (H5Iget_type(id)) {
    case H5I_FILE:
      return H5Fclose(id);
    case H5I_GROUP:
      return H5Gclose(id);
    case H5I_DATASET:
      return H5Dclose(id);
    case H5I_DATATYPE:
      return H5Tclose(id);
    case H5I_DATASPACE:
      return H5Sclose(id);
    case H5I_ATTR:
      return H5Aclose(id);
    case H5I_GENPROP_LST:
      return H5Pclose(id);
    default:
      return -1;
  }
}

/// Version 1.8 of the format: its metadata carry checksums, and everything reads it. No lock of
/// HDF5's: it comes only after the file was emptied.
Handle access_settings() {
  Handle settings(H5Pcreate(H5P_FILE_ACCESS));
  (void)H5Pset_libver_bounds(settings.get(), H5F_LIBVER_V18, H5F_LIBVER_V18);
  (void)H5Pset_file_locking(settings.get(), 0, 1);
  return settings;
}

/// In order of creation and without time stamps: the same run gives the same bytes.
Handle group_settings(Id kind) {
  Handle settings(H5Pcreate(kind));
  (void)H5Pset_link_creation_order(settings.get(), kInOrder);
  (void)H5Pset_attr_creation_order(settings.get(), kInOrder);
  (void)H5Pset_obj_track_times(settings.get(), 0);
  return settings;
}

Handle dataset_settings(const Layout& layout) {
  Handle settings(H5Pcreate(H5P_DATASET_CREATE));
  (void)H5Pset_obj_track_times(settings.get(), 0);
  if (layout.chunk == 0) return settings;
  const hsize_t chunk = layout.chunk;
  (void)H5Pset_chunk(settings.get(), 1, &chunk);
  // Shuffling brings the like bytes of numbers together, and tears texts that repeat apart.
  if (layout.element.kind != Kind::FixedText) (void)H5Pset_shuffle(settings.get());
  (void)H5Pset_deflate(settings.get(), 1);
  return settings;
}

}  // namespace

Quiet::Quiet() {
  (void)H5Eget_auto2(H5E_DEFAULT, &printer_, &data_);
  (void)H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}
Quiet::~Quiet() {
  (void)H5Eset_auto2(H5E_DEFAULT, printer_, data_);
}

bool Handle::close() {
  if (id_ < 0) return true;
  const Quiet quiet;
  return close_by_kind(std::exchange(id_, -1)) >= 0;
}

bool File::ok(int status) {
  if (disk_error_ && *disk_error_ != 0) fail(std::strerror(*disk_error_));
  if (status >= 0) return good();
  if (good()) {
    std::string reason;
    (void)H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, note_reason, &reason);
    fail(std::move(reason));
  }
  return false;
}

Handle File::own(Id id) {
  (void)ok(id < 0 ? -1 : 0);
  return Handle(id);
}

void File::fail(std::string reason) {
  if (good()) failure_ = reason.empty() ? std::string("HDF5 failed") : std::move(reason);
}

File File::create(const std::string& path) {
  const Quiet quiet;
  File file;
  file.disk_error_ = std::make_unique<int>(0);
  const Handle root = group_settings(H5P_FILE_CREATE);
  const Handle access = access_settings();
  (void)file.ok(use_noting_disk(access.get(), file.disk_error_.get()) ? 0 : -1);
  file.file_ = file.own(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, root.get(), access.get()));
  return file;
}

File File::open(const std::string& path) {
  const Quiet quiet;
  File file;
  const Handle access = access_settings();
  file.file_ = file.own(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.get()));
  return file;
}

bool File::has_signature(const std::string& path) {
  const Quiet quiet;
  return H5Fis_hdf5(path.c_str()) > 0;
}

bool File::close() {
  if (!file_) return good();
  const Quiet quiet;
  const bool closed = file_.close();
  return ok(closed ? 0 : -1);
}

Handle File::create_group(const Handle& parent, const std::string& name) {
  if (!good()) return {};
  const Quiet quiet;
  const Handle settings = group_settings(H5P_GROUP_CREATE);
  return own(H5Gcreate2(parent.get(), name.c_str(), H5P_DEFAULT, settings.get(), H5P_DEFAULT));
}

Handle File::type_of(const Element& element) {
  switch (element.kind) {
    case Kind::Int64:
      return own(H5Tcopy(H5T_STD_I64LE));
    case Kind::UInt32:
      return own(H5Tcopy(H5T_STD_U32LE));
    case Kind::Float64:
      return own(H5Tcopy(H5T_IEEE_F64LE));
    case Kind::FixedText:
    case Kind::Text:
      break;
  }
  const bool fixed = element.kind == Kind::FixedText;
  Handle type = own(H5Tcopy(H5T_C_S1));
  (void)ok(H5Tset_size(type.get(), fixed ? element.width : H5T_VARIABLE));
  (void)ok(H5Tset_cset(type.get(), H5T_CSET_UTF8));
  if (fixed) (void)ok(H5Tset_strpad(type.get(), H5T_STR_NULLPAD));
  return type;
}

Handle File::create_dataset(const Handle& group, const std::string& name, const Layout& layout) {
  if (!good()) return {};
  const Quiet quiet;
  const hsize_t size = layout.size;
  const hsize_t most = layout.grows ? H5S_UNLIMITED : size;
  const Handle type = type_of(layout.element);
  const Handle space = own(H5Screate_simple(1, &size, &most));
  const Handle settings = dataset_settings(layout);
  return own(H5Dcreate2(group.get(), name.c_str(), type.get(), space.get(), H5P_DEFAULT,
                        settings.get(), H5P_DEFAULT));
}

void File::write_attribute(const Handle& object, const std::string& name,
                           const MetricValue& value) {
  if (!good()) return;
  const Quiet quiet;
  const auto* text = std::get_if<std::string>(&value);
  const Element element =
      text != nullptr ? kText : (std::holds_alternative<double>(value) ? kFloat64 : kInt64);
  const Handle type = type_of(element);
  const Handle space = own(H5Screate(H5S_SCALAR));
  const Handle attribute = own(
      H5Acreate2(object.get(), name.c_str(), type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT));
  const char* const start = text != nullptr ? text->c_str() : nullptr;
  const void* data = &start;
  if (const auto* real = std::get_if<double>(&value)) data = real;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) data = whole;
  if (good()) (void)ok(H5Awrite(attribute.get(), type.get(), data));
}

void File::write_text(const Handle& group, const std::string& name, const std::string& text) {
  if (!good()) return;
  const Quiet quiet;
  const Handle type = type_of(kText);
  const Handle space = own(H5Screate(H5S_SCALAR));
  const Handle settings = dataset_settings({});
  const Handle dataset = own(H5Dcreate2(group.get(), name.c_str(), type.get(), space.get(),
                                        H5P_DEFAULT, settings.get(), H5P_DEFAULT));
  const char* start = text.c_str();
  if (good()) {
    (void)ok(H5Dwrite(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, &start));
  }
}

void File::extend(const Handle& dataset, std::uint64_t size) {
  if (!good()) return;
  const Quiet quiet;
  const hsize_t extent = size;
  (void)ok(H5Dset_extent(dataset.get(), &extent));
}

void File::write(const Handle& dataset, const Element& element, std::uint64_t offset,
                 std::uint64_t count, const void* data) {
  if (!good() || count == 0) return;
  const Quiet quiet;
  const hsize_t start = offset;
  const hsize_t size = count;
  const Handle type = type_of(element);
  const Handle memory = own(H5Screate_simple(1, &size, nullptr));
  const Handle space = own(H5Dget_space(dataset.get()));
  (void)ok(H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, &start, nullptr, &size, nullptr));
  if (!good()) return;
  (void)ok(H5Dwrite(dataset.get(), type.get(), memory.get(), space.get(), H5P_DEFAULT, data));
}

void File::write_texts(const Handle& dataset, std::span<const std::string> texts) {
  std::vector<const char*> starts;
  starts.reserve(texts.size());
  for (const std::string& text : texts) starts.push_back(text.c_str());
  write(dataset, kText, 0, starts.size(), starts.data());
}

void File::make_scale(const Handle& scale, const std::string& label,
                      std::span<const Handle* const> variables) {
  if (!good()) return;
  const Quiet quiet;
  std::vector<std::uint64_t> addresses(variables.size() + 1);
  static_assert(sizeof(hobj_ref_t) == sizeof(std::uint64_t));
  (void)ok(H5Rcreate(&addresses.back(), scale.get(), ".", H5R_OBJECT, -1));
  write_label(scale, "CLASS", "DIMENSION_SCALE");
  write_label(scale, "NAME", label);
  for (std::size_t i = 0; i < variables.size() && good(); ++i) {
    (void)ok(H5Rcreate(&addresses[i], variables[i]->get(), ".", H5R_OBJECT, -1));
    write_dimension_list(*variables[i], addresses.back());
  }
  addresses.pop_back();
  if (!addresses.empty()) write_reference_list(scale, addresses);
}

/// A text of fixed length that ends with NUL, as the specification asks for.
void File::write_label(const Handle& object, const char* name, const std::string& text) {
  const Handle type = own(H5Tcopy(H5T_C_S1));
  (void)ok(H5Tset_size(type.get(), text.size() + 1));
  const Handle space = own(H5Screate(H5S_SCALAR));
  const Handle attribute =
      own(H5Acreate2(object.get(), name, type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT));
  if (good()) (void)ok(H5Awrite(attribute.get(), type.get(), text.c_str()));
}

void File::write_dimension_list(const Handle& variable, std::uint64_t scale) {
  const hsize_t rank = 1;
  const Handle type = own(H5Tvlen_create(H5T_STD_REF_OBJ));
  const Handle space = own(H5Screate_simple(1, &rank, nullptr));
  const Handle attribute = own(H5Acreate2(variable.get(), "DIMENSION_LIST", type.get(), space.get(),
                                          H5P_DEFAULT, H5P_DEFAULT));
  const hvl_t list{1, &scale};
  if (good()) (void)ok(H5Awrite(attribute.get(), type.get(), &list));
}

void File::write_reference_list(const Handle& scale, std::span<const std::uint64_t> variables) {
  struct Entry {
    std::uint64_t dataset;
    std::int64_t dimension;  // an int32 and padding, which must not hold chance bytes
  };
  std::vector<Entry> entries;
  for (const std::uint64_t variable : variables) entries.push_back({variable, 0});
  const hsize_t count = entries.size();
  const Handle type = own(H5Tcreate(H5T_COMPOUND, sizeof(Entry)));
  (void)ok(H5Tinsert(type.get(), "dataset", 0, H5T_STD_REF_OBJ));
  (void)ok(H5Tinsert(type.get(), "dimension", sizeof(std::uint64_t), H5T_STD_I32LE));
  const Handle space = own(H5Screate_simple(1, &count, nullptr));
  const Handle attribute = own(
      H5Acreate2(scale.get(), "REFERENCE_LIST", type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT));
  if (good()) (void)ok(H5Awrite(attribute.get(), type.get(), entries.data()));
}

}  // namespace podsim::hdf5
