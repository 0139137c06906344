#!/bin/bash
# Trains card games at once on a CUDA device where nothing can be installed, and plays what was learned on all cores.
#   OUT=FOLDER bash tests/cuda/cards.sh FOLDER_WITH_NANOBIND_AND_MSGSPEC MINUTES SECONDS_IN_ALL "NAMES" "MATCHES" [OPTIONS OF THE TRAINING]
# Players of an earlier call on the same machine are gone on from. FOLDER gets players.tar.*, matches.jsonl, the results and the log. A built src/darwindeck/_core*.so is taken as it is.
set -u
began=$SECONDS
deps=$1 minutes=$2 until=$3 names=$4 matches=$5
shift 5
if ! ls src/darwindeck/_core*.so > /dev/null 2>&1; then
  bash tests/cuda/build_in_place.sh "$deps" || exit 1
  cp src/darwindeck/_core*.so "$OUT"
fi
[ -e src/darwindeck/games ] || ln -s ../../games src/darwindeck/games
export PYTHONPATH=src:$deps PYTHONUNBUFFERED=1 OMP_NUM_THREADS=1
echo "built after $((SECONDS - began)) s"
# Kernels of several processes run at the same time only with NVIDIA's service for it.
export CUDA_MPS_PIPE_DIRECTORY=/tmp/mps CUDA_MPS_LOG_DIRECTORY=/tmp/mps
mkdir -p /tmp/mps
if nvidia-cuda-mps-control -d; then
  timeout 60 python3 -c 'import torch; print("shared:", torch.ones(64, 64, device="cuda").sum().item())' ||
    { echo quit | timeout 20 nvidia-cuda-mps-control; unset CUDA_MPS_PIPE_DIRECTORY; echo "not shared"; }
fi
timeout 120 python3 -c 'from tests.cuda.test_card_training import *; test_captured_steps_learn_what_others_learn(); print("captured steps are right")' ||
  { echo "without graphs"; set -- "$@" --no-graphs; }
rm -rf /tmp/before; [ -e /tmp/players ] && mv /tmp/players /tmp/before; mkdir -p /tmp/players /tmp/before
for name in ${ALONE:-}; do
  timeout 100 python3 -m tests.cuda.learn_cards --out /tmp --minutes 0.2 --threads 4 "$@" "$name" | grep rate
done
echo "training begins after $((SECONDS - began)) s"
timeout $((until - SECONDS + began)) python3 -m tests.cuda.learn_cards --out /tmp/players --start /tmp/before --minutes "$minutes" --at-once 40 --threads 1 "$@" $names > "$OUT/training.log" 2>&1
grep -h '"rate"' "$OUT/training.log"
grep -h -A3 -E "Error|Traceback" "$OUT/training.log" | tail -20
tar -cf - -C /tmp --exclude="*.checkpoint" players | split -b 15M - "$OUT/players.tar."  # cat players.tar.* is the whole
echo "training ended after $((SECONDS - began)) s"
echo quit | timeout 20 nvidia-cuda-mps-control > /dev/null 2>&1
left=$((until - SECONDS + began - 5))
[ $left -gt 5 ] && python3 -m tests.cuda.play_cards --players /tmp/players --out "$OUT/matches.jsonl" --seconds $left $matches | tee "$OUT/results.jsonl"
echo "matches ended after $((SECONDS - began)) s"
