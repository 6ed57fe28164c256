#include "sim/core/math.h"

#include <cmath>

namespace podsim::math {

double ceil(double value) {
  return std::ceil(value);
}
double round(double value) {
  return std::round(value);
}
double floor(double value) {
  return std::floor(value);
}
double sqrt(double value) {
  return std::sqrt(value);
}
double log(double value) {
  return std::log(value);
}
double log1p(double value) {
  return std::log1p(value);
}
double exp(double value) {
  return std::exp(value);
}
double expm1(double value) {
  return std::expm1(value);
}
double pow(double base, double exponent) {
  return std::pow(base, exponent);
}
double sin(double value) {
  return std::sin(value);
}
double cos(double value) {
  return std::cos(value);
}
double abs(double value) {
  return std::fabs(value);
}
bool is_finite(double value) {
  return std::isfinite(value);
}

}  // namespace podsim::math
