"""Names for games that have none: two plain words drawn from a key, such as the hash of the program.

The words are fixed: changing the lists renames every game that was named from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

FIRST_WORDS = """
amber ashen autumn azure bitter blazing blind blue bold borrowed brass brave bright broken bronze burning
calm candle careful cheerful cherry clever clouded cobalt cold copper coral cotton crimson crooked crystal curious
dancing dapper daring dark dawn deep desert distant double drifting dusty eager early eastern ebony elder
emerald empty endless even evening faded fair faithful falling fancy favourite feather fiery final flint floating
flying foolish forest forgotten fortunate fourth foxglove frosty gallant gentle ghostly giddy gilded glass golden grand
granite greedy green hidden hollow honest humble idle indigo iron ivory jade jolly keen laughing lazy
leaden linen lively lone long lost loud lucky lunar marble mellow merry midnight misty modest morning
mossy narrow nimble noble northern oaken odd old open orange painted pale paper patient pearl pewter
plain polished proud purple quick quiet rainy rapid restless rising roaming rolling rosy rough royal ruby
running rusty saffron sandy scarlet second secret seventh shady sharp shining silent silk silver simple singing
sleepy slender sly smiling smoky snowy sober solemn southern spare spring starry stately steady stolen stone
stormy stray striped sturdy summer sunken sunny swift tall tawny thirsty thorny thunder timber tiny travelling
"""
SECOND_WORDS = """
abbey acorn albatross alley anchor anvil apple archer arrow aspen attic badger baker balloon banner barge
barley barn basin basket beacon beaver bell bench birch bishop bobbin bonnet bottle boulder bramble branch
bridge bridle brook broom bucket buckle butler butterfly button cabin camel canal cannon canyon caravan carriage
castle cedar cellar chapel chariot chestnut chimney circle cliff clipper cloak clock clover coach cobbler comet
compass cottage courier cove coyote crane crater creek crest cricket crossing crow crown current curtain cypress
daisy dancer dolphin donkey door dormouse dove dragon drum duchess dune eagle elm ember engine envoy
falcon farm fence fern ferry fiddle field finch fisher flagon flame flute forge fountain fox frigate
galley gallery garden garland gate gatekeeper giant glacier glade glove goblet goose gorge grove guest guild
hammer harbour hare harp harvest hawk hazel hedge helmet herald hermit heron hill hive holly horn
hound hourglass hunter inn island ivy jackdaw jester jug juggler juniper kestrel kettle key kite knapsack
ladder lagoon lake lamp lantern lark laurel ledger lighthouse lily lion lizard locket loom lynx magpie
mallard mantle maple market marsh mast meadow merchant mill miller mirror mitten moat mole moon moth
mountain mule nest newt nightingale oak oar orchard otter owl oyster paddle pagoda palace parade parrot
pasture path peacock pebble pelican pendulum pepper pheasant pigeon pilgrim pillar pine plough plum pocket pond
porter potter prairie puffin quarry quill rabbit raft raven reed reef ribbon rider ridge ring river
robin rocket rook saddle sailor salmon sapling satchel scarecrow scholar shepherd shore sickle signal sparrow spindle
"""
FIRST, SECOND = tuple(FIRST_WORDS.split()), tuple(SECOND_WORDS.split())
FRESH_TRIES = 8


def title(key: str) -> str:
    """Two words for `key`, the same on every machine and in every version."""
    digest = int.from_bytes(sha256(key.encode()).digest())
    rest, first = divmod(digest, len(FIRST))
    return f"{FIRST[first]} {SECOND[rest % len(SECOND)]}".title()


def titles(keys: Sequence[str]) -> list[str]:
    """A title for each key, distinct for distinct keys. Later keys never change the titles of earlier ones."""
    named: dict[str, str] = {}
    taken: set[str] = set()
    for key in keys:
        if key not in named:
            named[key] = _find_title(key, taken)
            taken.add(named[key])
    return [named[key] for key in keys]


def _find_title(key: str, taken: set[str]) -> str:
    """The key's own title, or if another game has it, other words, or at last a number."""
    for number in range(FRESH_TRIES):
        words = title(f"{key}#{number}" if number else key)
        if words not in taken:
            return words
    number = 2
    while f"{title(key)} {number}" in taken:
        number += 1
    return f"{title(key)} {number}"
