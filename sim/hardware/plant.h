// From IT watts to facility watts.
#pragma once

#include "sim/core/units.h"

namespace podsim {

class Plant {
 public:
  Plant() = default;
  Plant(const Plant&) = delete;
  Plant& operator=(const Plant&) = delete;
  virtual ~Plant() = default;

  /// Power at the facility's meter while the IT draws `it`.
  [[nodiscard]] virtual Watts facility_power(Watts it) const = 0;
};

/// Facility power is IT power times a given factor.
class ConstantPue final : public Plant {
 public:
  explicit ConstantPue(double pue) : pue_(pue) {}
  [[nodiscard]] Watts facility_power(Watts it) const override { return it * pue_; }

 private:
  double pue_;
};

}  // namespace podsim
