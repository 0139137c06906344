"""How a deal and a game end: scores, winners, and answers to what a rulebook is asked at the table.

Players ask a rulebook mostly about what seldom happens: an empty stock, a tie, nobody able to play. The last section
answers those, as far as they can happen in this game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from ..genome.genome import GameGenome
from ..language.context import Context
from ..language.facts import Ends, Makes, Needs, Reads
from ..language.words import capitalise, list_words, number_of, sides, turn_word, whole
from ..mechanics.conditions.likeness import REFERENCES
from ..mechanics.phases.level import (
    count_turns,
    empties_one_hand,
    keeps_cards,
    keeps_level,
    renews_hands,
    spares_stock,
    stock_is_renewed,
)
from ..mechanics.phases.showdown import HANDS
from .rows import join_rows
from .uses import Uses

# Limits above these keep the program from playing for ever. At a table nobody meets them.
TURNS_MET, DEALS_MET = 500, 50


def ending_rules(genome: GameGenome, context: Context) -> tuple[str, ...]:
    """What ends a deal, apart from what phases say of it."""
    uses = Uses(context)
    items = [text for condition in genome.win_conditions if (text := condition.rule(context))]
    over = any(phase.may(Ends.DEAL_SURELY) for phase in genome.turn_structure.phases)  # sooner, in any case
    if uses.hands_run_out and not over and not uses.wins_by("last_with_cards_loses"):
        items += [text] if (text := empty_hands_rule(context, uses)) else []
    if context.wins_pots_in_turns:
        items.append(
            "A player without chips and without a part in the pot is out at once. "
            f"When that leaves only one player in, the {whole(context)} is over."
        )
    return tuple(items)


def empty_hands_rule(context: Context, uses: Uses) -> str:
    """That a deal ends when hands are empty, if they can be."""
    if keeps_cards(context) or (keeps_level(context) and renews_hands(context)):
        return ""
    if context.draws_when_empty and stock_is_renewed(context):
        return ""
    if keeps_level(context) and not context.folds:
        played = "all cards are played" if uses.stock or not uses.undealt else "everyone has played all their cards"
        return f"The {whole(context)} is over when {played}."
    stock = " and none are left in the stock to be dealt" if uses.refills else ""
    if context.draws_when_empty and context.setup.refill == 0:
        stock = " and the stock is empty"
    who = "nobody still in play" if context.folds or context.can_leave else "nobody"
    return f"The {whole(context)} is over when, after a {turn_word(context)}, {who} has cards left{stock}."


def scoring_rules(genome: GameGenome, context: Context) -> tuple[str, ...]:
    """What is scored when a deal is over."""
    phases, rules = phase_scores(context), join_rows(deal_scores(genome, context))
    if genome.scoring_rules and genome.teams:
        rules.insert(0, "(“You” are the whole side.)")
    return tuple(name_penalties(text, context) for text in (*phases, *rules))


def name_penalties(text: str, context: Context) -> str:
    """Points are called penalty points where the lowest score wins."""
    low = any(condition.has(Reads.LOW_SCORES, context) for condition in context.rankings)
    if not low:
        return text
    told = re.sub(r"(\d) (points?)\b", r"\1 penalty \2", text)
    return re.sub(r"\b([Ss]core) the total value", r"\1 penalty points for the total value", told)


def phase_scores(context: Context) -> list[str]:
    """What phases say of the end of a deal."""
    with context_of_scoring(context):
        return list(dict.fromkeys(text for phase in context.phases if (text := phase.deal_end_rule(context))))


def deal_scores(genome: GameGenome, context: Context) -> list[str]:
    """What the scoring rules say, and the rule for taking everything."""
    with context_of_scoring(context):
        rules = [rule.rule(context) for rule in genome.scoring_rules]
    times = {rule: rules.count(rule) for rule in rules}
    items = [rule if times[rule] == 1 else f"{rule} (This counts {times[rule]} times.)" for rule in times]
    return items if genome.sweep is None else [*items, genome.sweep.rule(context)]


@contextmanager
def context_of_scoring(context: Context) -> Iterator[None]:
    """Conditions that tell of a trick during play tell of captured cards when a deal is scored."""
    context.scoring = True
    yield
    context.scoring = False


def winning_rules(genome: GameGenome, context: Context) -> tuple[str, ...]:
    """Who wins, in the order in which it is decided."""
    items = match_rules(genome, context) if genome.match else []
    one_deal = genome.match is None
    by_deal = one_deal and Uses(context).deal_winner and not context.is_for_chips
    ranked = context.rankings
    if by_deal:  # a side that stands alone has won already
        ranked = [condition for condition in ranked if not condition.has(Makes.DEAL_WINNER, context)]
    order = "; failing that, ".join(dict.fromkeys(condition.best(context) for condition in ranked))
    if by_deal and (text := deal_winner_rule(context, Uses(context))):
        items.append(text)
    when = "If the game ends without such a winner, " if by_deal else ""
    if order:
        text = f"{order}{share_wins(context)}."
        items.append(f"{when}{text}" if when else capitalise(text))
    elif not by_deal:  # else it is plain that nobody has won
        items.append("Nobody can win this game: it always ends in a draw.")
    if context.is_for_chips and not plays_to_the_last(context):
        items.append("How many chips you win or lose counts, not only who has most.")
    if context.wins_by("best_hand") and not context.has(Makes.SHOWDOWN):
        items.append(HANDS["poker_5card"])
    return tuple(items)


def plays_to_the_last(context: Context) -> bool:
    """Whether a match goes on until one player is left, so that nothing else is to be compared in the end."""
    match = context.genome.match
    return match is not None and match.max_deals > DEALS_MET and loses_players(context)


def share_wins(context: Context) -> str:
    """Whether those who are equally best share the win. That deals go on while they are tied is said where a match ends."""
    genome = context.genome
    if not any(condition.ranking is not None and condition.kind.shared for condition in genome.win_conditions):
        return ""
    match = genome.match
    if match is not None and match.tie == "play_on" and target_scores(genome):
        last = " (shared if tied after the last deal)" if match.max_deals <= DEALS_MET else ""
        return last or " (play on if tied)" * ends_at_once(genome)
    return " (shared if tied)"


def match_rules(genome: GameGenome, context: Context) -> list[str]:
    """When a game of several deals is over."""
    match = genome.match
    assert match is not None
    ends = []
    if (targets := target_scores(genome)) and not ends_at_once(genome):  # else it is told where deals end
        tied = " and the best not tied" if match.tie == "play_on" else ""
        points = list_words([number_of(target, "point") for target in targets], "or")
        ends.append(f"one ends with a {sides(context)} at {points} or more{tied}")
    out = "Who has no chips at the end of a deal is out. " if context.has_betting else ""
    if loses_players(context):
        ends.append("only one player is in")
    if match.max_deals <= DEALS_MET or not (ends or targets):
        most = number_of(match.max_deals, "deal")
        ends.append(f"{most} {'is' if match.max_deals == 1 else 'are'} done")
        if len(ends) == 1:
            return [f"{out}Play {most}."]
    if not ends:
        return [out.strip()] if out else []
    return [name_penalties(f"{out}Play deals until {', or '.join(ends)}.", context)]


def ends_at_once(genome: GameGenome) -> bool:
    """Whether a score ends the game before its deal is over."""
    return any(win.kind.may(Ends.MATCH_AT_ONCE) for win in genome.win_conditions)


def loses_players(context: Context) -> bool:
    """Whether a match can end because only one player is left."""
    return context.knocks_out or (
        context.has_chips and (context.has_betting or context.can_leave or Uses(context).wins_by("capture_all"))
    )


def has_other_end(context: Context) -> bool:
    """Whether a match can end otherwise than by the number of its deals."""
    return bool(target_scores(context.genome)) or loses_players(context)


def target_scores(genome: GameGenome) -> list[int]:
    """The scores that end a match."""
    return [c.ends_match_at for c in genome.win_conditions if c.ends_match_at is not None]


def deal_winner_rule(context: Context, uses: Uses) -> str:
    """Who wins a game of one deal, where phases rather than win conditions say so."""
    ways = ["has the best hand at the showdown"] if uses.has(Makes.SHOWDOWN) else []
    left = "have folded or are out" if context.wins_pots_in_turns else "have folded"
    ways += [f"is left when all others {left}"] if context.has_betting else []
    return f"Whoever {' or '.join(ways)} wins the game." if ways else ""


# What a rulebook is asked at the table.


def edge_rules(genome: GameGenome, context: Context) -> tuple[str, ...]:
    """From the most frequent question to the rarest."""
    uses = Uses(context)
    items = [*stock_edges(context, uses), *hand_edges(context, uses), *reference_edges(context, uses)]
    items += [*order_edges(context, uses), *pot_edges(context, uses), *limit_edges(context)]
    return tuple(items)


def stock_edges(context: Context, uses: Uses) -> list[str]:
    """What happens when the stock runs out."""
    if not uses.draws or spares_stock(context):
        return []
    if context.setup.reshuffle and uses.discards:
        return ["Empty stock: shuffle all discards but the top one to make a new stock."]
    return ["Empty stock: play on without drawing."]


def hand_edges(context: Context, uses: Uses) -> list[str]:
    """What happens to players without cards."""
    if uses.wins_by("empty_hand"):
        if empties_one_hand(context):
            return []
        first = "the player whose turn it is" if context.own_turns else f"the player who began the {turn_word(context)}"
        return [
            f"Several players without cards at once: {first} wins, or else the first of them to that player's left."
        ]
    alone = [phase for phase in context.genome.turn_structure.phases if not phase.is_for_everyone]
    if (
        keeps_level(context)
        or keeps_cards(context)
        or uses.wins_by("capture_all")
        or all(phase.may(Needs.HOLDERS) for phase in alone)
        or any(phase.tells_without_cards() for phase in alone)
    ):
        return []
    if uses.wins_by("last_with_cards_loses"):
        return ["No cards: you are safe, unless you get cards again."]
    return ["No cards: you stay in, and do what needs no cards in hand."]


def reference_edges(context: Context, uses: Uses) -> list[str]:
    """Conditions compare with a card that may not be there, as before the first discard."""
    missing = uses.references
    if context.setup.initial_discard_count and not uses.takes_discards:
        missing = missing - {"top_discard"}
    if not missing:
        return []
    named = list_words([REFERENCES[reference].removeprefix("the ") for reference in sorted(missing)], "or")
    return [f"While there is no {named}, every card fits."]


def order_edges(context: Context, uses: Uses) -> list[str]:
    """Equal cards, missed turns and reversed directions: in which order things happen."""
    items = []
    strengths = [context.strength[rank] for rank in context.ranks]
    if uses.has(Makes.TRICKS) and len(set(strengths)) < len(strengths):
        items.append("Equal cards in a trick: the one played first is better.")
    if uses.has(Makes.SKIPS) and context.seats == 2:
        items.append("If your opponent misses a turn, you play again.")
    if uses.has(Makes.REVERSALS):
        items.append(
            f"Reversed direction: turns pass to the right until it is reversed again or a new deal begins; dealing{' and betting' * context.has_betting} stays to the left."
        )
    return items


def pot_edges(context: Context, uses: Uses) -> list[str]:
    """What becomes of a pot that nobody has won, where that can be."""
    turn = context.genome.turn_structure.phases
    ends = (Ends.DEAL_AT_ONCE, Ends.DEAL_SURELY)
    others = [phase for phase in turn if not phase.may(Makes.BETS) and any(phase.may(end) for end in ends)]
    if not context.has_chips or (others and all(phase.may(Makes.POT_WON) for phase in others)):
        return []
    return ["Chips that nobody has won when a deal ends go back to those who paid them."]


def limit_edges(context: Context) -> list[str]:
    """Where play ends though nobody has won, as far as a table meets it. Limits that only keep the program from playing for
    ever are told nowhere but in the game's file.
    """
    genome, name, what = context.genome, turn_word(context), whole(context)
    met = []
    if any(phase.can_block(context) for phase in genome.turn_structure.phases):
        met.append(f"If nobody can go on, the {what} ends as it stands.")
    if meets_turn_limit(context):
        all_players = " (of all players together)" if context.own_turns else ""
        turns = f"{genome.max_turns:,} {name}{'s' * (genome.max_turns != 1)}{all_players}"
        met.append(f"Length: after {turns} the game ends as it stands.")
    return met


def meets_turn_limit(context: Context) -> bool:
    """Whether the limit of turns is low enough to matter: the cards may allow as many, and people may play as many."""
    most = count_turns(context)
    return context.max_turns <= TURNS_MET and (most is None or most > context.max_turns)
