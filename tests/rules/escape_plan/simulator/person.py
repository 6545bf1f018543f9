"""One player of the simulator: everything on the board and behind the screen, and what moves it."""

from __future__ import annotations

from collections import Counter

COSTS = {
    "bribe": "2*", "rally": "2*", "chopper": "2*", "fast-car": "3*", "boxer": "2*", "fight": "2*", "ninja": "2*",
    "fixer": "4", "gang": "2*", "gas-can": "0", "general-store": "2", "informer": "3", "jet-ski": "0", "medevac": "0",
    "medic": "2*", "sewer": "2*", "snitch": "1*", "spy-1": "2*", "spy-2": "3*", "spy-3": "3*", "stunt": "1*",
}  # fmt: skip
FIXERS = {
    "disguise": 2, "energy-drink": 2, "first-aid-kit": 1, "gold-bar": 3, "id-card": 4, "motorcycle": 2, "safe": 3,
    "scuba-gear": 1, "helicopter": 1, "skateboard": 1, "telephone": 2,
}  # fmt: skip
EQUIPMENT = {"vest": 2, "hat": 2, "helmet": 2, "gas-mask": 3}
WEARS = {"vest": {"red"}, "hat": {"blue"}, "helmet": {"black"}, "gas-mask": {"black", "blue"}}
ASSETS = ["move-red", "move-blue", "move-black", "getaway", "master-key", "bandage"]


class Person:
    def __init__(self, name: str) -> None:
        self.name = name
        self.money, self.at, self.track, self.red, self.blue = 9, "hospital", 0, 0, 0
        self.cubes_gone = self.gas = self.discs = self.wounds = self.cuffs = self.rank = 0
        self.visited: set[str] = set()
        self.crossed: set[int] = set()
        self.row: list[list] = []  # Contact cards: kind, face down
        self.locked = list(ASSETS)
        self.spaces: list[list] = [["extra-action", False]]
        self.tiles: list[list] = []
        self.keys: Counter[str] = Counter()
        self.lockers: list[int] = []
        self.exits: list[int] = []
        self.gangs: dict[str, int] = {}
        self.aid, self.rested, self.arrested = True, False, False

    @property
    def here(self) -> bool:
        return not self.rank and not self.arrested

    def up(self, number: int = 1) -> None:
        for _ in range(number):
            if self.red + self.blue == 4:
                self.blue = max(self.blue - 1, 0)
            else:
                self.red += 1

    def down(self) -> None:
        if self.red + self.blue == 4:
            self.red = max(self.red - 1, 0)
        else:
            self.blue += 1

    def heal(self, number: int = 1) -> None:
        self.wounds = max(0, self.wounds - number)

    def sum(self) -> int:
        return self.track + len(self.row)

    def face_up(self, tiles: list[list]) -> list[str]:
        return sorted({kind for kind, down in tiles if not down})

    def flip(self, tiles: list[list], kind: str) -> None:
        next(tile for tile in tiles if tile == [kind, False])[1] = True

    def refresh(self) -> None:
        for card in self.row:
            card[1] = False
        for tile in self.tiles:
            if tile[0] in EQUIPMENT:
                tile[1] = False
