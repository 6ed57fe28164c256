// Sends changed values to the sink, at most once an instant.
#pragma once

#include <vector>

#include "sim/datacenter/sink.h"
#include "sim/hardware/capacity.h"

namespace podsim {

class Series {
 public:
  Series(ResultSink* sink, const Capacity& capacity);

  struct Values {
    std::uint64_t running = 0;
    std::uint64_t waiting = 0;
    bool has_power = false;
    bool has_plant = false;
    double it_watts = 0.0;
    double facility_watts = 0.0;
  };
  void record(SimTime now, const Values& values);

 private:
  void send(Metric metric, std::uint32_t entity, SimTime now, double value);

  ResultSink* sink_;
  const Capacity* capacity_;
  std::vector<double> last_;  ///< by metric, pools last; NaN before the first sample
};

}  // namespace podsim
