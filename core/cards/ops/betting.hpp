// Ops of betting: rounds of bets, and who takes the pot. What they mean is in betting.hpp and pots.hpp.
#pragma once

#include "cards/ops/workspace.hpp"

namespace dd {
inline namespace DD_ISA {
namespace ops {

DD_OP(PAY) { w.betting.pay(who(t, at.a), t.reg[at.b], at.c != 0); }
DD_OP(BETOPEN) { w.betting.open(); }
DD_OP(BETNEXT) {
  const int next = w.betting.next(who(t, at.a));
  if (next >= 0) t.seat[at.a] = seat(next);
  return next < 0;
}
DD_OP(BETS) { w.betting.offer(who(t, at.a), w.bet_rules(at.b), w.moves); }
DD_OP(BETPAY) { w.betting.act(who(t, at.a), w.bet_rules(at.b), t.chosen); }
DD_OP(BETEND) { w.betting.close(); }
DD_OP(WINPOT) { w.betting.win_pot(who(t, at.a)); }
DD_OP(WINBATTLE) { w.betting.win_battle(who(t, at.a), who(t, at.b), w.table_at(at.c)); }
DD_OP(REFUND) { w.betting.refund(); }
DD_OP(SHOWDOWN) { w.betting.showdown(who(t, at.a), at.b, w.table_at(at.c)); }

}  // namespace ops
}  // namespace DD_ISA
}  // namespace dd
