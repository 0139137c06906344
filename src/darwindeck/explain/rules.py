"""The rules in plain sentences, composed of what each mechanic says of itself. Deterministic; needs no play."""

from __future__ import annotations

from ..genome.context import DEFAULT_VALUES, Context
from ..genome.fields import RANK_NAMES, RANKS, SUIT_NAMES, Visibility
from ..genome.genome import GameGenome
from ..genome.setup import SetupRules

DECKS = {
    "standard_52": "a standard pack of 52 cards",
    "51_cards": "a pack without the queen of clubs (51 cards)",
    "40_card": "a pack without 8s, 9s and 10s (40 cards)",
    "36_card": "a pack from 6 to ace (36 cards)",
    "custom": "a pack of",
}
STARTS = {
    "dealer_left": "The player to the dealer's left begins.",
    "youngest": "The youngest player (the first seat) begins.",
    "random": "A player chosen by lot begins.",
}


def rules_text(genome: GameGenome) -> str:
    """All rules of a game, with headings."""
    context = Context(genome)
    sections = [
        ("Setup", setup_rules(genome, context)),
        ("Before the first turn", [phase.rule() for phase in genome.turn_structure.opening]),
        ("A turn", turn_rules(genome)),
        ("Special cards", [effect.rule() for effect in genome.special_effects]),
        (
            "At the end of a turn",
            [trigger.rule() for trigger in sorted(genome.triggers, key=lambda trigger: -trigger.priority)],
        ),
        ("Scoring", scoring_rules(genome)),
        ("Winning", winning_rules(genome, context)),
    ]
    title = genome.name or genome.genome_id
    parts = [f"{title}\n{'=' * len(title)}"] + [
        f"{heading}\n" + "\n".join(f"- {sentence}" for sentence in sentences)
        for heading, sentences in sections
        if sentences
    ]
    return "\n\n".join(parts) + "\n"


def setup_rules(genome: GameGenome, context: Context) -> list[str]:
    setup = genome.setup
    counts = genome.player_counts or (genome.player_count,)
    players = (
        f"{counts[0]} players"
        if len(counts) == 1
        else f"{counts[0]} to {counts[-1]} players; these are the rules for {genome.player_count}"
    )
    sentences = [f"For {players}, with {deck_phrase(setup)}{removed_phrase(genome, context)}."]
    if genome.teams:
        sides = " against ".join(" and ".join(f"seat {seat}" for seat in team) for team in genome.teams)
        sentences.append(f"Partners: {sides}. Partners share score and captured cards.")
    sentences.append(order_phrase(setup))
    if setup.card_values:
        values = ", ".join(
            f"{rank} {context.value[number]}"
            for number, rank in enumerate(RANKS)
            if context.value[number] != DEFAULT_VALUES[rank]
        )
        sentences.append(f"Card values: ace 1, number cards their number{', ' + values if values else ''}.")
    sentences += deal_rules(genome, context)
    sentences += chip_rules(setup)
    start = STARTS.get(setup.starting_player)
    sentences.append(
        start or f"Whoever holds the {context.present(setup.starting_card or 'AC')} (after any passing) begins."
    )
    if any(action for action in setup.post_deal_actions):
        sentences.append(
            f"After the deal, everyone in turn: {'; '.join(action.rule() for action in setup.post_deal_actions)}."
        )
    return sentences


def deck_phrase(setup: SetupRules) -> str:
    if setup.initial_deck != "custom":
        return DECKS[setup.initial_deck]
    return f"these {len(setup.custom_deck)} cards: {' '.join(setup.custom_deck)}"


def removed_phrase(genome: GameGenome, context: Context) -> str:
    gone = list(genome.setup.removed_cards)
    text = f", without {' '.join(gone)}" if gone else ""
    if genome.setup.even_deal_removals:
        text += f" (to deal evenly, remove as needed: {' '.join(genome.setup.even_deal_removals)})"
    return text


def order_phrase(setup: SetupRules) -> str:
    if setup.rank_order == "ace_high":
        return "Aces are high."
    if setup.rank_order == "ace_low":
        return "Aces are low."
    return f"Ranks from the lowest: {' '.join(setup.rank_order)}."


def deal_rules(genome: GameGenome, context: Context) -> list[str]:
    setup = genome.setup
    size = context.hand_size
    each = "all the cards" if size == 0 else f"{size} cards to each player"
    rest = " equally; cards left over are out of play" if size == 0 and setup.leftover == "aside" else ""
    sentences = [f"Deal {each}, one at a time{rest}."]
    if setup.hand_order == "queue":
        sentences.append("Hands are face-down stacks: cards are played from the top and added at the bottom.")
    if setup.hand_visibility is Visibility.FACE_UP:
        sentences.append("Hands are played face up.")
    if setup.initial_tableau_count:
        again = (
            f" If {setup.redeal_count} or more are {rank_plural(setup.redeal_rank)}, deal again."
            if setup.redeal_rank
            else ""
        )
        sentences.append(f"Turn {setup.initial_tableau_count} cards face up on the table.{again}")
    if setup.initial_discard_count:
        sentences.append(
            f"Turn {setup.initial_discard_count} card{'s' * (setup.initial_discard_count > 1)} face up to start the discard pile."
        )
    if setup.discard_visibility == "face_down":
        sentences.append("The discard pile is face down.")
    trump = {
        "fixed": f"{SUIT_NAMES.get(setup.trump_suit or 'C', '').capitalize()} are trumps.",
        "last_card_dealt": "The suit of the last card dealt, which is shown, is trumps.",
        "turn_up": "The next card is turned up; its suit is trumps.",
    }.get(setup.trump_selection_method)
    if trump:
        sentences.append(trump)
    if setup.refill:
        sentences.append(
            f"When all hands are empty, deal {setup.refill} more cards to each player while the stock lasts."
        )
    if uses_stock(genome) and not setup.reshuffle:
        sentences.append("An empty stock stays empty.")
    elif uses_stock(genome):
        sentences.append("When the stock is empty, shuffle the discards under the top card to make a new one.")
    return sentences


def uses_stock(genome: GameGenome) -> bool:
    context = Context(genome)
    return any(
        getattr(phase, "source", "") == "deck" or getattr(phase, "draw_if_unable", "none") != "none"
        for phase in context.phases
    )


def chip_rules(setup: SetupRules) -> list[str]:
    resources = setup.resources
    if resources is None:
        return [f"Everyone starts with {setup.starting_chips} chips."] if setup.starting_chips else []
    sentences = [f"Everyone starts with {resources.starting_chips} chips."]
    if resources.ante:
        sentences.append(f"Before each deal everyone puts {resources.ante} into the pot.")
    if resources.blinds:
        small, big = resources.blinds
        sentences.append(
            f"Left of the dealer the blinds are paid: {small}, then {big} (with two players the dealer pays {small}); the next player begins."
        )
    return sentences


def turn_rules(genome: GameGenome) -> list[str]:
    phases = genome.turn_structure.phases
    if len(phases) == 1:
        return [phases[0].rule()]
    return [f"{number}. {phase.rule()}" for number, phase in enumerate(phases, 1)]


def scoring_rules(genome: GameGenome) -> list[str]:
    sentences = [rule.rule() for rule in genome.scoring_rules]
    return [*sentences, genome.sweep.rule()] if genome.sweep else sentences


def winning_rules(genome: GameGenome, context: Context) -> list[str]:
    sentences = [capitalised(condition.rule()) for condition in genome.win_conditions]
    if genome.match is not None:
        tie = "ties share the win" if genome.match.tie == "share" else "while the best are tied, deal again"
        sentences.append(f"Play deals in turn, the deal passing to the left, at most {genome.match.max_deals}; {tie}.")
        if context.has_betting:
            sentences.append("A player without chips is out; the last one with chips wins.")
    sentences.append(
        f"If {genome.player_count} turns in a row change nothing, or after {genome.max_turns} turns, play stops and the cards are scored as they are."
    )
    return sentences


def capitalised(text: str) -> str:
    return text[0].upper() + text[1:]


def rank_plural(rank: str | None) -> str:
    return f"{RANK_NAMES.get(rank or '', rank or '')}s"
