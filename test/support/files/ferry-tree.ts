/** A repository with a README, packages, a manifest and tests, whose overview is known. */

export const ferryTree = {
  'README.md': `# Ferry

[![Build](https://ci.example/badge.svg)](https://ci.example)

**Ferry** books [seats](https://example.com) on small boats. It needs no network.

## Sponsors

Our sponsors pay for the boats and for the harbour.
`,
  'pyproject.toml': '[project]\nname = "ferry"\n\n[project.scripts]\nferry = "ferry.cli:main"\n',
  'src/ferry/__init__.py': '"""Books seats on ferries."""\n\nfrom .booking import Booking\n',
  'src/ferry/__main__.py': 'from .cli import main\n\nmain()\n',
  'src/ferry/booking.py': `from .boats.boat import Boat


class Booking:
    """A seat on a boat."""

    def move(self, boat: Boat):
        return boat.take()
`,
  'src/ferry/cli.py': `from .boats.boat import Boat
from .booking import Booking


def main():
    return Booking().move(Boat())
`,
  'src/ferry/boats/__init__.py': '"""Boats and their seats. They float."""\n',
  'src/ferry/boats/boat.py': `class Boat:
    """Carries people over the river."""

    def take(self):
        return 1
`,
  'src/ferry/harbour/README.md': '# Harbour\n\nKnows where boats wait for people.\n',
  'src/ferry/harbour/pier.py': `from ..boats.boat import Boat


def moor(boat: Boat):
    return boat.take()
`,
  'src/ferry/weather/wind.py': `from ..boats.boat import Boat


def is_safe(boat: Boat):
    return boat is not None
`,
  'tests/test_boat.py':
    'from ferry.boats.boat import Boat\n\n\ndef test_take():\n    assert Boat().take() == 1\n',
} as const;
