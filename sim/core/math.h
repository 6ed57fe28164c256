// The only door to libm. Results must not depend on which compiler folded a constant, so every
// call goes through one out-of-line function that both compilers resolve to the same library.
#pragma once

namespace podsim::math {

double ceil(double value);
double round(double value);
double floor(double value);
double sqrt(double value);
double log(double value);
double log1p(double value);
double exp(double value);
double expm1(double value);
double pow(double base, double exponent);
double sin(double value);
double cos(double value);
double abs(double value);
bool is_finite(double value);

}  // namespace podsim::math
