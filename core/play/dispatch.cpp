// Picks the kernel for this machine.
#include "play/match.hpp"

namespace dd {

const Kernel* kernel_for(Isa isa) {
#if defined(__x86_64__)
  const bool has_v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                      __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
                      __builtin_cpu_supports("fma");
  if (isa == Isa::kV3) return has_v3 ? &v3::kKernel : nullptr;
  if (isa == Isa::kBest && has_v3) return &v3::kKernel;
#else
  if (isa == Isa::kV3) return nullptr;
#endif
  return &baseline::kKernel;
}

}  // namespace dd
