// SPDX-License-Identifier: Apache-2.0
// Every command that writes a file notices before any work that it cannot be written.
#include <gmock/gmock.h>

#include "bitbasin/cmd/run_program.test.h"

namespace bitbasin::output_files_test {
namespace {

TEST(OutputFlags, AreCheckedBeforeTheWork) {
  const TempFolder folder;
  ASSERT_EQ(run_bitbasin("generate images --out letters --train 100 --test 20", folder.path()).code, 0);
  ASSERT_EQ(run_bitbasin("train --dataset letters --features threshold --k1 3 --k2 2 --epochs 2 --save m",
                         folder.path())
                .code,
            0);
  ASSERT_EQ(run_bitbasin("reproduce equilibrium-capacity --store runs.db", folder.path()).code, 0);
  const auto before = folder.count_files();
  // Work that would never end, or files that must not appear.
  const char* const lines[] = {
      "solve perceptron --algorithm sbpi --n 1001 --alpha 1.9 --save none/x",
      "solve ksat --algorithm probsat:flips=1000000000000 --n 1000 --alpha 9 --save none/x",
      "train --dataset letters --epochs 1000000 --save none/x",
      "train --dataset letters --epochs 1000000 --save new --checkpoint none/x",
      "train --dataset letters --epochs 1000000 --features patches --figure none/x",
      "theory --distances 0.001:0.3:100000 --save none/x",
      "theory --distances 0.001:0.3:100000 --plot none/x",
      "generate perceptron --n 1001 --alpha 1.9 --out none/x",
      "generate perceptron --n 1001 --alpha 1.9 --task teacher --out new --save-teacher none/x",
      "generate ksat --n 100 --alpha 3 --out none/x",
      "predict m letters/t10k-images-idx3-ubyte --save none/x",
      "export m --c --output none/x",
      "store export --store runs.db --csv --save none/x",
      "report --store runs.db --out none/x",
      "reproduce --store new.db --out none/x",
  };
  for (const std::string line : lines) {
    const Outcome outcome = run_bitbasin(line + " --time-limit 100", folder.path());
    EXPECT_TRUE(outcome.is_error_about("cannot write none/x: No such file or directory")) << line << "\n"
                                                                                          << outcome;
    EXPECT_EQ(folder.count_files(), before) << line;
  }
  EXPECT_TRUE(run_bitbasin("sweep a.toml --store none/x", folder.path()).is_error_about("a.toml"));
}

}  // namespace
}  // namespace bitbasin::output_files_test
