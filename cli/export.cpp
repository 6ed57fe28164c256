#include <memory>

#include "cli/command.h"
#include "sim/study/export.h"

namespace podsim::cli {

Command export_command() {
  struct Options {
    std::string result;
    std::string format = "csv";
    std::string out = ".";
  };
  const auto options = std::make_shared<Options>();
  Command command{"export", "A stored result as files for other tools", {}, [options] {
                    Diagnostics diagnostics;
                    export_csv(options->result, options->out, diagnostics);
                    return report(diagnostics);
                  }};
  command.options.push_back(positional("RESULT", "Result file (HDF5)", options->result));
  command.options.push_back(choice_option("--format", "csv", options->format, {"csv"}));
  command.options.push_back(
      text_option("--out", "Folder for the files (made if missing)", options->out));
  return command;
}

}  // namespace podsim::cli
