#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A sweep on a Slurm cluster that outlives its wall time: the job ends in good order some minutes before, and
# requeues itself until nothing remains.
#
#   sbatch examples/slurm.sh capacity.toml capacity.db
#
# Nodes and ranks as you like; the results are the same for any number of them.
#SBATCH --job-name=bitbasin-sweep
#SBATCH --ntasks=64
#SBATCH --cpus-per-task=1
#SBATCH --time=04:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=sweep-%j.log

file=${1:?sweep file}
store=${2:?store}

# Ten minutes are left for the last results and for the file system.
limit=$((4 * 3600 - 600))

# Only rank 0 opens the store. Its file system must have working locks; a network file system may be used as long as only this job
# uses the store. Otherwise give a store on a local disk, copy it at the end, and merge copies with `bitbasin store merge`.
srun --mpi=pmix bitbasin sweep "$file" --store "$store" --time-limit "$limit" --json > "$store.json"
code=$?

# 0: all done. 1: tasks failed, or some remain: requeue if some remain. Anything else is an error that a rerun
# would only repeat.
if [ "$code" -eq 1 ]; then
  remaining=$(sed -n 's/^  "remaining": \([0-9]*\).*/\1/p' "$store.json")
  [ "${remaining:-0}" -gt 0 ] && scontrol requeue "$SLURM_JOB_ID"
fi
exit "$code"
