// Picks the kernels for this machine.
#include "kernels/batch_kernel.hpp"
#include "kernels/chess_kernel.hpp"
#include "kernels/match_kernel.hpp"

namespace dd {
namespace {

bool has_v3() {
#if defined(DD_HAS_V3)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("fma");
#else
  return false;
#endif
}

// AMD's processors before Zen 3 have PEXT, but take longer for one than for several magics.
bool has_fast_pext() {
#if defined(DD_HAS_V3)
  return !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
#else
  return false;
#endif
}

// `v3` is null where the build has none, and not `better` where another is faster.
template <class Code>
const Code* choose(Isa isa, const Code* baseline, const Code* v3, bool better) {
  if (isa == Isa::kV3) return has_v3() ? v3 : nullptr;
  return isa == Isa::kBest && better && has_v3() ? v3 : baseline;
}

}  // namespace

#if defined(DD_HAS_V3)
const Kernel* kernel_for(Isa isa) { return choose(isa, &baseline::kKernel, &v3::kKernel, true); }
const ChessKernel* chess_kernel_for(Isa isa) {
  return choose(isa, &baseline::kChessKernel, &v3::kChessKernel, has_fast_pext());
}
const BatchKernel* batch_kernel_for(Isa isa) {
  return choose(isa, &baseline::kBatchKernel, &v3::kBatchKernel, has_fast_pext());
}
#else
const Kernel* kernel_for(Isa isa) { return choose<Kernel>(isa, &baseline::kKernel, nullptr, true); }
const ChessKernel* chess_kernel_for(Isa isa) {
  return choose<ChessKernel>(isa, &baseline::kChessKernel, nullptr, has_fast_pext());
}
const BatchKernel* batch_kernel_for(Isa isa) {
  return choose<BatchKernel>(isa, &baseline::kBatchKernel, nullptr, has_fast_pext());
}
#endif

}  // namespace dd
