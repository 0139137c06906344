"""The phases (docs/genome.md, section 6). Each is a generator over (table, phase); True means: skip the turn's rest."""

from .ask import ask_phase
from .auction import auction_phase
from .battle import battle_phase
from .betting import betting_phase, showdown_phase
from .bid import bid_phase
from .bout import bout_phase
from .call_trump import call_trump_phase
from .claim import claim_phase
from .climb import climb_phase, title_exchange_phase
from .draw import draw_phase, offer_phase
from .knock import knock_phase
from .knock_out import knock_out_phase
from .name_trump import name_trump_phase
from .pass_cards import pass_cards_phase
from .play import discard_phase, play_phase
from .tribute import tribute_phase
from .trick import capture_phase, trick_phase
from .turn_up import turn_up_phase

PHASES = {
    "DrawPhase": draw_phase,
    "PlayPhase": play_phase,
    "DiscardPhase": discard_phase,
    "TrickPhase": trick_phase,
    "BettingPhase": betting_phase,
    "ShowdownPhase": showdown_phase,
    "ClaimPhase": claim_phase,
    "PassCardsPhase": pass_cards_phase,
    "CapturePhase": capture_phase,
    "BattlePhase": battle_phase,
    "KnockPhase": knock_phase,
    "OfferPhase": offer_phase,
    "TributePhase": tribute_phase,
    "TurnUpPhase": turn_up_phase,
    "AskPhase": ask_phase,
    "BidPhase": bid_phase,
    "BoutPhase": bout_phase,
    "CallTrumpPhase": call_trump_phase,
    "ClimbPhase": climb_phase,
    "TitleExchangePhase": title_exchange_phase,
    "AuctionPhase": auction_phase,
    "KnockOutPhase": knock_out_phase,
    "NameTrumpPhase": name_trump_phase,
}
