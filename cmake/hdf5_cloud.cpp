// Stand-ins for what HDF5's driver for files in cloud storage calls: podsim never opens such files.
// See hdf5.cmake. Hidden, so that a program that does use libcurl keeps its own.
#define STAND_IN extern "C" __attribute__((visibility("hidden")))

STAND_IN int curl_global_init(long) {
  return 2;
}  // CURLE_FAILED_INIT: the driver stays out
STAND_IN void curl_global_cleanup() {}
STAND_IN void* curl_easy_init() {
  return nullptr;
}
STAND_IN void curl_easy_cleanup(void*) {}
STAND_IN int curl_easy_setopt(void*, int, ...) {
  return 2;
}
STAND_IN int curl_easy_perform(void*) {
  return 2;
}
STAND_IN void* curl_slist_append(void*, const char*) {
  return nullptr;
}
STAND_IN void curl_slist_free_all(void*) {}
STAND_IN const void* EVP_sha256() {
  return nullptr;
}
STAND_IN unsigned char* HMAC(const void*, const void*, int, const unsigned char*, unsigned long,
                             unsigned char*, unsigned*) {
  return nullptr;
}
STAND_IN unsigned char* SHA256(const unsigned char*, unsigned long, unsigned char*) {
  return nullptr;
}
