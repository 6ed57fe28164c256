// What each key of the summary means.
#pragma once

#include <string>
#include <vector>

namespace podsim {

struct MetricDoc {
  std::string path;
  std::string unit;
  std::string doc;
};

const std::vector<MetricDoc>& metric_docs();

}  // namespace podsim
