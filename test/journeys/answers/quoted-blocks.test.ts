/** Answers about how code works quote the lines that decide, and answers about a path through the code list its calls in order. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../worker/contract/answers/schema.ts';
import { getSpans } from '../../support/samples/evidence.ts';
import { packTree } from '../../support/files/tar-bytes.ts';
import { shareJourneyServer } from '../../support/server/journey-server.ts';

const tree = {
  'README.md': '# Lighthouse\n\nWarns ships about storms by radio and by lamp.\n',
  'src/lighthouse/station.py': `"""The station receives weather reports."""

from .lamp import signal_storm
from .radio import broadcast


class Station:
    """Receives weather reports from buoys."""

    def __init__(self, lamp, channel):
        self.lamp = lamp
        self.channel = channel
        self.last_report = None

    def receive_report(self, report):
        """Receives the report of a buoy and warns ships when a storm comes."""
        self.last_report = report
        if report.wind_speed > 20:
            warn_ships(self.lamp, self.channel, report)


def warn_ships(lamp, channel, report):
    """Warns ships of a storm in two ways."""
    signal_storm(lamp, report.direction)
    broadcast(channel, report)
`,
  'src/lighthouse/lamp.py': `"""The lamp."""

RED = "red"
WHITE = "white"


def signal_storm(lamp, direction):
    """Signals a storm with the lamp."""
    lamp.rotate(direction)
    lamp.set_color(choose_color(lamp))


def choose_color(lamp):
    """Chooses the color of the lamp."""
    level = lamp.battery.level()
    # The white bulb needs twice the current, so a weak battery would die before morning.
    if level < 0.3:
        return RED
    else:
        return WHITE
`,
  'src/lighthouse/radio.py': `"""The radio."""


def broadcast(channel, report):
    """Broadcasts a report to ships."""
    channel.send(encode_report(report))


def encode_report(report):
    """Encodes a report for the radio."""
    return f"{report.direction}:{report.wind_speed}".encode("ascii")
`,
  'tests/test_lamp.py': `from lighthouse.lamp import choose_color


def test_weak_battery_chooses_red(lamp):
    lamp.battery.drain()
    assert choose_color(lamp) == "red"
`,
} satisfies Record<string, string>;

let journey: Awaited<ReturnType<typeof shareJourneyServer>>;
let id: string;
beforeAll(async () => {
  journey = await shareJourneyServer();
  const repository = await journey.index('lighthouse', await packTree(tree));
  expect(repository.status).toBe('ready');
  id = repository.id;
});
afterAll(() => journey.close());

const ask = (question: string): Promise<Answer> => journey.client.answer(id, { question });
const expectVerified = ({ claims }: Answer): void => {
  expect(claims.length).toBeGreaterThan(0);
  expect(claims.filter(({ state }) => state !== 'verified')).toEqual([]);
};

describe('a question about how something is decided', () => {
  it('gets the condition with both outcomes as code, from the definition that decides', async () => {
    const answer = await ask('How does the lamp decide which color it shows when the battery is weak?');
    expectVerified(answer);
    expect(answer.answer).toMatch(/^Look first at `choose_color` in `src\/lighthouse\/lamp\.py`/);
    const [block] = /```python\n[\s\S]*?\n```/.exec(answer.answer) ?? [''];
    expect(block).toMatch(/if level < 0\.3:\n\s+return RED\n\s*else:\n\s+return WHITE/);
    const [first] = getSpans(answer);
    expect(first).toMatchObject({ path: 'src/lighthouse/lamp.py', symbol: 'choose_color', rank: 1 });
  });

  it('gets the reason in the words of the code', async () => {
    const answer = await ask('Why does the lamp turn red when the battery is weak?');
    expectVerified(answer);
    expect(answer.answer.split('### Also relevant')[0]).toContain('The white bulb needs twice the current');
  });

  it('gets the other definitions in one sentence under their number', async () => {
    const { answer } = await ask('How does the lamp decide which color it shows when the battery is weak?');
    const [, count, named = ''] = /### Also relevant \((\d+)\)\n\n(.*)/.exec(answer) ?? [];
    expect(Number(count)).toBeGreaterThan(0);
    expect(named.match(/\[chunk:/g)).toHaveLength(Number(count));
  });
});

it('a question about the path of something gets its calls as numbered steps in order', async () => {
  const answer = await ask('How does a report get from the buoy to the lamp and the radio?');
  expectVerified(answer);
  const steps = [...answer.answer.matchAll(/^(\d+)\. `([\w.]+)` in `[^`]+` calls `(\w+)` at line (\d+)/gm)];
  expect(steps.map(([, number]) => number)).toEqual(steps.map((_, index) => `${index + 1}`));
  const calls = steps.map(([, , caller, callee]) => `${caller} ${callee}`);
  expect(calls.slice(0, 2)).toEqual(['Station.receive_report warn_ships', 'warn_ships signal_storm']);
  expect(calls.indexOf('warn_ships broadcast')).toBeGreaterThan(calls.indexOf('warn_ships signal_storm'));
});
