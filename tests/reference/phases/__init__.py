"""The phases (docs/genome.md, section 6). Each is a generator over (table, phase); True means: skip the turn's rest."""

from .ask import ask_phase
from .auction import auction_phase, score_contract
from .battle import battle_phase
from .betting import betting_phase, showdown_phase
from .bid import bid_phase, score_bids
from .bout import bout_phase
from .build import build_phase, give_builds_away
from .call_trump import call_trump_phase, score_call
from .claim import claim_phase
from .climb import climb_phase, give_titles, title_exchange_phase
from .columns import columns_phase, count_columns
from .counting import (
    count_hands,
    crib_phase,
    house_phase,
    pay_by_house,
    peg_phase,
    press_phase,
    show_hands_phase,
)
from .draw import draw_phase, offer_phase
from .hidden_bid import hidden_bid_phase, score_hidden_bids
from .knock import knock_phase
from .knock_out import knock_out, knock_out_phase
from .name_trump import name_trump_phase
from .pass_cards import pass_cards_phase
from .play import discard_phase, play_phase
from .race import race_phase, score_race
from .reserve import reserve_phase
from .solo import score_solo, solo_phase
from .table_games import (
    bundle_phase,
    compare_hands,
    count_phase,
    exchange_phase,
    gather_bundles,
    give_table_away,
    last_round_phase,
    meld_phase,
)
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
    "BundlePhase": bundle_phase,
    "MeldPhase": meld_phase,
    "CountPhase": count_phase,
    "LastRoundPhase": last_round_phase,
    "CribPhase": crib_phase,
    "PegPhase": peg_phase,
    "ShowHandsPhase": show_hands_phase,
    "PressPhase": press_phase,
    "HousePhase": house_phase,
    "ReservePhase": reserve_phase,
    "ExchangePhase": exchange_phase,
    "BuildPhase": build_phase,
    "ColumnsPhase": columns_phase,
    "RacePhase": race_phase,
    "SoloPhase": solo_phase,
    "HiddenBidPhase": hidden_bid_phase,
}
# What phases do when a deal ends, in the order in which a genome lists them.
DEAL_ENDS = {
    "CapturePhase": give_table_away,
    "BidPhase": score_bids,
    "CallTrumpPhase": score_call,
    "AuctionPhase": score_contract,
    "ClimbPhase": give_titles,
    "KnockOutPhase": knock_out,
    "RacePhase": score_race,
    "SoloPhase": score_solo,
    "HiddenBidPhase": score_hidden_bids,
    "BundlePhase": gather_bundles,
    "BuildPhase": give_builds_away,
    "ColumnsPhase": count_columns,
    "LastRoundPhase": compare_hands,
    "ShowHandsPhase": count_hands,
    "HousePhase": pay_by_house,
}
