// Distributions over RandomStream, own code: those of the standard library are not specified bit
// for bit. Each draws from the stream in a fixed order and keeps no state of its own. u is a
// uniform draw in [0, 1); where a formula needs (0, 1], it takes 1 - u. Parameters outside their
// stated range break an invariant: the reader of the scenario has checked them.
#pragma once

#include <cstdint>

#include "sim/core/random.h"

namespace podsim {

/// Exponential: density exp(-x/mean)/mean; mean >= 0. Inversion, x = -mean log(1-u).
double exponential(RandomStream& stream, double mean);

/// Normal; deviation >= 0. Box and Muller, Ann. Math. Stat. 29 (1958), its first number only, so
/// that no second one has to be kept: x = mean + deviation sqrt(-2 log(1-u1)) cos(2 pi u2).
double normal(RandomStream& stream, double mean, double deviation);

/// Lognormal: exp(normal(mu, sigma)); median exp(mu), mean exp(mu + sigma^2/2).
double lognormal(RandomStream& stream, double mu, double sigma);

/// Gamma: density x^(shape-1) exp(-x/scale) / (Gamma(shape) scale^shape); shape, scale > 0.
/// Marsaglia and Tsang, "A simple method for generating gamma variables", ACM TOMS 26 (2000):
/// d (1 + c z)^3 with d = shape - 1/3, c = 1/sqrt(9 d), z normal, rejected by
/// log(1-u) < z^2/2 + d - d v + d log v. Below shape 1: gamma(shape+1) (1-u)^(1/shape).
double gamma(RandomStream& stream, double shape, double scale);

/// Weibull: P(X > x) = exp(-(x/scale)^shape); shape > 0, scale >= 0.
/// Inversion, x = scale (-log(1-u))^(1/shape).
double weibull(RandomStream& stream, double shape, double scale);

/// Poisson; 0 <= mean <= 1e15. Below 10: the number of uniform factors until their product falls
/// under exp(-mean) (Knuth, TAOCP 2, 3.4.1). Otherwise transformed rejection (PTRS; Hoermann, "The
/// transformed rejection method for generating Poisson random variables", Insurance: Mathematics
/// and Economics 12 (1993)). Both are exact but for the rounding of doubles.
std::uint64_t poisson(RandomStream& stream, double mean);

/// Pareto: P(X > x) = (minimum/x)^shape for x >= minimum; shape > 0, minimum > 0.
/// Inversion, x = minimum (1-u)^(-1/shape). The mean is infinite for shape <= 1.
double pareto(RandomStream& stream, double shape, double minimum);

/// Pareto cut off at maximum >= minimum (truncated, so no weight gathers at the end).
/// Inversion, x = minimum (1 - u (1 - (minimum/maximum)^shape))^(-1/shape).
double bounded_pareto(RandomStream& stream, double shape, double minimum, double maximum);

}  // namespace podsim
