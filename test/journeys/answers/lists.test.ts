/** Exhaustive questions through the public API: exact counts, a table with its CSV, and a sentence if the list may not be complete. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../worker/contract/answers/schema.ts';
import { packTree } from '../../support/files/tar-bytes.ts';
import { shareJourneyServer } from '../../support/server/journey-server.ts';

const tree = {
  'README.md': '# Ferry\n\nBooks ferries. A full ferry raises `FerryFull`.\n',
  'src/ferry/errors.py': 'class FerryFull(Exception):\n    pass\n\n\nclass NoHarbour(Exception):\n    pass\n',
  'src/ferry/booking.py': `from dataclasses import dataclass

from . import errors
from .errors import FerryFull, NoHarbour as Missing


@dataclass(frozen=True)
class Seat:
    row: int


@dataclass
class Booking:
    seat: Seat

    def move(self, row: int) -> None:
        """Never call raise FerryFull yourself."""
        if row > 40:
            raise FerryFull(row)
        if row < 0:
            raise errors.FerryFull("raise NoHarbour")


def harbour(name: str) -> str:
    if name == "":
        raise Missing(name)
    try:
        return name.upper()
    except ValueError as error:
        raise error
`,
  'web/src/index.ts': `export class FerryFull extends Error {}

export async function book(row: number): Promise<number> {
  // throw new FerryFull()
  if (row > 40) throw new FerryFull('row');
  return row;
}
`,
  'web/src/Seat.svelte': `<script lang="ts">
  import { FerryFull } from './index.ts';
  export let row: number;
  if (row > 40) throw new FerryFull('row');
</script>

<p>throw new FerryFull()</p>
`,
  'src/ferry/_depth.pyx': `from .errors import Aground

LIMITS = [(<int>3, &metres

cdef class Depth:
    cdef inline int check(self, int draft) except? -1:
        # raise Aground() is the caller's part
        if self.metres < draft:
            raise Aground(draft)
        if draft < 0: raise Aground
        return self.metres
`,
  'web/src/vessels.ts': `export class Vessel {}\nexport class Barge extends Vessel {}\nexport class Tug extends Vessel {}\nexport class HarbourTug extends Tug {}\n`,
  'web/test/index.ts': 'export const row = 3;\n',
  'api/ferry.proto': 'syntax = "proto3";\n\nmessage Seat { int32 row = 1; }\n',
  'api/harbour.proto': 'syntax = "proto3";\n\nmessage Harbour { string name = 1; }\n',
  'tests/test_booking.py': `import pytest

from ferry.errors import FerryFull


@pytest.fixture
def seat():
    raise FerryFull()


def test_full(seat):
    with pytest.raises(FerryFull):
        seat.move(41)
`,
} satisfies Record<string, string>;

let journey: Awaited<ReturnType<typeof shareJourneyServer>>;
let id: string;
beforeAll(async () => {
  journey = await shareJourneyServer();
  const repository = await journey.index('ferry', await packTree(tree));
  expect(repository.status).toBe('ready');
  id = repository.id;
});
afterAll(() => journey.close());

async function ask(question: string): Promise<Answer> {
  const answer = await journey.client.answer(id, { question });
  for (const claim of answer.claims) expect(claim.state, claim.text).toBe('verified');
  return answer;
}

/** The items of an answer, without citations. */
function itemsOf({ answer }: Answer): readonly string[] {
  return answer
    .split('\n')
    .filter((line) => line.startsWith('* '))
    .map((line) => line.replace(/ \[chunk:.*/, ''));
}

describe('a question about raises', () => {
  it('counts each place once, in sources and in tests, whatever the language', async () => {
    const answer = await ask('How many times is FerryFull thrown?');
    expect(answer.class).toBe('exhaustive');
    expect(answer.answer).toContain(
      '`FerryFull` is raised at 5 places in 4 files: 4 in sources and 1 in tests',
    );
    expect(itemsOf(answer)).toEqual([
      expect.stringMatching(/^\* `Booking.move` in `src\/ferry\/booking.py`, line 19: /),
      expect.stringMatching(/^\* `Booking.move` in `src\/ferry\/booking.py`, line 21: /),
      expect.stringContaining('`web/src/Seat.svelte`, line 4: '),
      expect.stringContaining('`web/src/index.ts`, line 5: '),
      expect.stringContaining('`tests/test_booking.py`, line 8: '),
    ]);
    expect(answer.answer).toContain('\n### Tests (1)\n');
    expect(answer.cards).toEqual([]);
  });

  it('says in a sentence why it may not be complete', async () => {
    const { answer } = await ask('every place that raises FerryFull');
    expect(answer).toContain('This list may not be complete: ');
    expect(answer).toContain('2 definitions in sources have this name');
    expect(answer).toContain('1 file with the name raises variables');
  });

  it('follows an import under another name', async () => {
    const { answer } = await ask('Where do we raise NoHarbour?');
    expect(answer).toContain('`NoHarbour` is raised at 1 place in 1 file');
    expect(answer).toContain('`src/ferry/booking.py`, line 26');
  });

  it('states that nothing raises an error that exists', async () => {
    const { answer, cards } = await ask('Where is Seat raised?');
    expect(answer).toContain('No place raises `Seat`');
    expect(cards).toEqual([]);
  });
});

it.each([
  ['how often does FerryFull occur in tests?', '`FerryFull` occurs 3 times in tests in 1 file'],
  ['list every dataclass', '2 definitions are marked with `dataclass` in 1 file'],
  ['which functions are decorated with @pytest.fixture?', '1 function is marked with `pytest.fixture`'],
  ['list all async functions', '1 async function is defined in 1 file'],
  ['all .proto files', '2 files match `**/*.proto`'],
  [
    'every file under web named index.ts',
    '2 files match `**/index.ts` in `web`: 1 in sources and 1 in tests',
  ],
])('%s: %s', async (question, count) => expect((await ask(question)).answer).toContain(count));

it('returns the same list as CSV, and by its query, which the checks name', async () => {
  const { claims } = await ask('How many times is FerryFull thrown?');
  const details = claims[0]?.checks.map(({ detail }) => detail).join('\n') ?? '';
  const query = /Stated by (\/v1\/\S+)\./.exec(details)?.[1] ?? '';
  const [csv, repeated] = await Promise.all(
    [`${query}&format=csv`, query].map(async (path) => (await fetch(`${journey.server.url}${path}`)).text()),
  );
  const [head, ...rows] = (csv ?? '').trimEnd().split('\r\n');
  expect(head).toBe('path,line,symbol,kind,role,times,text');
  expect(rows).toHaveLength(5);
  expect(rows[0]).toBe('src/ferry/booking.py,19,Booking.move,,source,1,raise FerryFull(row)');
  expect(JSON.parse(repeated ?? '')).toMatchObject({
    list: 'raises',
    total: 5,
    inTests: 1,
    exhaustive: false,
  });
});

it('lists types by a base type outside the repository', async () => {
  const { rows, exhaustive } = await journey.client.list(id, 'implementations', { name: 'Exception' });
  expect(rows.map(({ symbol }) => symbol)).toEqual(['FerryFull', 'NoHarbour']);
  expect(exhaustive).toBe(true);
});

it('says that a listed type has subtypes of its own', async () => {
  const { rows, limits } = await journey.client.list(id, 'implementations', { name: 'Vessel' });
  expect(rows.map(({ symbol }) => symbol)).toEqual(['Barge', 'Tug']);
  expect(limits).toEqual([
    '1 listed type has subtypes of its own, which do not name the base type and are not in this list',
  ]);
});

it('names a file whose raises could not be read, because its syntax has errors', async () => {
  const { rows, limits } = await journey.client.list(id, 'raises', { name: 'Aground' });
  expect(rows).toEqual([]);
  expect(limits).toEqual(['2 lines of src/ferry/_depth.pyx look like raises but could not be read']);
});

it('rejects an unknown kind and a list without its name', async () => {
  await expect(journey.client.list(id, 'definitions', { kinds: 'gadget' })).rejects.toThrow(/gadget/);
  await expect(journey.client.list(id, 'occurrences', {})).rejects.toThrow(/needs a `name`/);
});

it.each(['files', 'definitions'] as const)('rejects a name for %s', async (list) => {
  await expect(journey.client.list(id, list, { name: 'Seat' })).rejects.toThrow(/takes no `name`.*Seat/);
});

it('reads a modifier as a word, not as a pattern', async () => {
  const { rows } = await journey.client.list(id, 'definitions', { modifiers: ['async', 'export'] });
  expect(rows.map(({ symbol }) => symbol)).toEqual(['book']);
  for (const modifiers of ['(', '.*', '(?:[a-z]|[a-z ]|[a-z ()])*!'])
    await expect(journey.client.list(id, 'definitions', { modifiers })).rejects.toThrow(/modifiers/);
});

it.each(['Which functions are not exported?', 'Give me every class that extends Exception except FerryFull'])(
  'says first that the answer to "%s" is not a complete list',
  async (question) => {
    const { class: questionClass, confidence, reading } = await journey.client.answer(id, { question });
    expect([questionClass, confidence]).toEqual(['exhaustive', 'low']);
    expect(reading?.notes?.[0]).toMatch(/^This is not a complete list/);
  },
);

it('leaves a question about a reason or a condition to the other routes', async () => {
  const { cards } = await journey.client.answer(id, {
    question: 'Why does move raise FerryFull for row 41?',
  });
  expect(cards.filter(({ type }) => type === 'table')).toEqual([]);
});
