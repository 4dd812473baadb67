// SPDX-License-Identifier: Apache-2.0
// Many runs, their results in one SQLite file. Link bitbasin::sweep.
//
//   read_sweep, parse_sweep    a plan from TOML; algorithms added by add_algorithm are known there
//   Store                      the results, which survive crashes and kills
//   run_sweep                  runs what the store does not have
//   Json                       the parameters and results of a task
#pragma once

#include "bitbasin/json/json.h"
#include "bitbasin/store/store.h"
#include "bitbasin/sweep/sweep_file.h"
#include "bitbasin/sweep/sweep_run.h"
