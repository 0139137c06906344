"""Phases that mean more together than alone, for whoever makes games at random. A phase need not be among them."""

from __future__ import annotations

# In the order of a turn.
TOGETHER = (
    ("BidPhase", "TrickPhase"),
    ("PassCardsPhase", "BidPhase", "TrickPhase"),
    ("NameTrumpPhase", "TrickPhase"),
    ("KnockOutPhase", "NameTrumpPhase", "TrickPhase"),
    ("CallTrumpPhase", "TrickPhase"),
    ("AuctionPhase", "TrickPhase"),
    ("RacePhase", "TrickPhase"),
    ("SoloPhase", "TrickPhase"),
    ("HiddenBidPhase", "TrickPhase"),
    ("TitleExchangePhase", "ClimbPhase"),
    ("OfferPhase", "DrawPhase", "DiscardPhase", "KnockPhase"),
    ("DrawPhase", "DiscardPhase", "KnockPhase"),
    ("DrawPhase", "PlayPhase"),
    ("PlayPhase", "DrawPhase"),
    ("PlayPhase", "DiscardPhase"),
    ("BettingPhase", "ShowdownPhase"),
    ("BettingPhase", "DiscardPhase", "DrawPhase", "ShowdownPhase"),
    ("BettingPhase", "BattlePhase"),
    ("TurnUpPhase", "BattlePhase"),
    ("TurnUpPhase", "CapturePhase"),
    ("BettingPhase", "TurnUpPhase", "BettingPhase", "ShowdownPhase"),
    ("LastRoundPhase", "DrawPhase", "DiscardPhase"),
    ("DrawPhase", "MeldPhase", "DiscardPhase"),
    ("LastRoundPhase", "ExchangePhase"),
    ("ReservePhase", "DrawPhase", "ColumnsPhase"),
    ("CountPhase", "DrawPhase"),
    ("CribPhase", "PegPhase", "ShowHandsPhase"),
    ("PressPhase", "HousePhase"),
    ("BettingPhase", "PressPhase", "ShowdownPhase"),
)
