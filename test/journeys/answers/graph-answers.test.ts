/** Questions of what calls what, through the public door: whole lists with counts, impact, chains, and honest answers where none is known. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../worker/contract/answers/schema.ts';
import { packTree } from '../../support/files/pack-tree.ts';
import { shareJourneyServer } from '../../support/server/journey-server.ts';
import { getSpans } from '../../support/samples/evidence.ts';

const tree = {
  'README.md': '# Postbox\n\nSorts letters into boxes by their addresses.\n',
  'src/postbox/__init__.py': 'from .sorting import Sorter as Sorter\n',
  'src/postbox/sorting.py': `"""Sorts letters."""

from .addresses import parse_address
from .boxes import Box


class Sorter:
    """Puts letters into boxes."""

    def __init__(self) -> None:
        self.box = Box()

    def sort_letter(self, letter: str) -> None:
        address = parse_address(letter)
        self.box.put_letter(address)

    def sort_all(self, letters: list[str]) -> None:
        for letter in letters:
            self.sort_letter(letter)
`,
  'src/postbox/addresses.py': `import re


def parse_address(text: str) -> str:
    return normalise_street(text.strip())


def normalise_street(street: str) -> str:
    return re.sub("str\\\\.", "street", street)


def forgotten_helper() -> None:
    pass
`,
  'src/postbox/boxes.py': `class Container:
    pass


class Box(Container):
    def put_letter(self, address: str) -> None:
        print(address)


class LargeBox(Box):
    pass
`,
  'tests/test_sorting.py': `from postbox.addresses import parse_address
from postbox.sorting import Sorter


def test_sorting() -> None:
    Sorter().sort_letter("a")
    assert parse_address(" b ") == "b"
`,
} satisfies Record<string, string>;

let journey: Awaited<ReturnType<typeof shareJourneyServer>>;
let id: string;
beforeAll(async () => {
  journey = await shareJourneyServer();
  const repository = await journey.index('postbox', await packTree(tree));
  expect(repository.status).toBe('ready');
  id = repository.id;
});
afterAll(() => journey.close());

async function ask(question: string, conversationId?: string): Promise<Answer> {
  const answer = await journey.client.answer(id, {
    question,
    ...(conversationId === undefined ? {} : { conversationId }),
  });
  const failed = answer.claims.filter((claim) => claim.state !== 'verified');
  expect(failed).toEqual([]);
  return answer;
}

/** Of every item told: the line it names, as it stands in the file. */
function provenLines(answer: Answer): readonly string[] {
  return answer.claims.flatMap(({ text, citations }) => {
    const line = Number(/ at line (\d+)/.exec(text)?.[1]);
    const [span] = getSpans(answer).filter((one) => citations[0] === one.id);
    if (Number.isNaN(line) || span === undefined) return [];
    const content = new Map<string, string>(Object.entries(tree)).get(span.path) ?? '';
    return [`${span.path}:${line} ${(content.split('\n')[line - 1] ?? '').trim()}`];
  });
}

describe('a question of the graph', () => {
  it('who calls: every place, counted, each at the line that calls', async () => {
    const answer = await ask('List all callers of `parse_address`');
    expect(answer).toMatchObject({ class: 'exhaustive', confidence: 'high', refused: false });
    expect(answer.answer).toMatch(/^`parse_address` is called at 2 places in 2 files/);
    expect(provenLines(answer)).toEqual([
      'src/postbox/sorting.py:14 address = parse_address(letter)',
      'tests/test_sorting.py:7 assert parse_address(" b ") == "b"',
    ]);
    const [table] = answer.cards;
    if (table?.type !== 'table') return expect.fail('no table');
    expect(table).toMatchObject({ total: 2, truncated: false, title: 'Callers of parse_address' });
    const csv = await fetch(journey.server.url + table.csv);
    expect(csv.status).toBe(200);
    expect(await csv.text()).toContain('src/postbox/sorting.py');
    const again = (await (await fetch(journey.server.url + table.query)).json()) as { total: number };
    expect(again.total).toBe(2);
  });

  it('how many: the count, held to the query', async () => {
    const answer = await ask('How many places call parse_address?');
    const [first] = answer.claims;
    expect(first?.checks.filter((check) => check.check === 'count')).toHaveLength(2);
  });

  it('what breaks: by distance, with the graph around it', async () => {
    const answer = await ask('What breaks if I change `normalise_street`?');
    expect(answer.class).toBe('impact');
    expect(answer.answer).toMatch(/has 4 dependents: 1 at distance 1, 2 at distance 2, 1 at distance 3/);
    expect(answer.cards.map(({ type }) => type)).toEqual(['graph', 'table']);
  });

  it('how one reaches another: numbered steps', async () => {
    const answer = await ask('How does `sort_all` reach `normalise_street`?');
    expect(provenLines(answer)).toEqual([
      'src/postbox/sorting.py:19 self.sort_letter(letter)',
      'src/postbox/sorting.py:14 address = parse_address(letter)',
      'src/postbox/addresses.py:5 return normalise_street(text.strip())',
    ]);
    expect(answer.answer).toContain('in 3 steps');
    expect(answer.cards).toMatchObject([{ type: 'chain', total: 3 }]);
  });

  it('which files import, what extends, what is called', async () => {
    expect(provenLines(await ask('Which files import src/postbox/addresses.py?'))).toEqual([
      'src/postbox/sorting.py:3 from .addresses import parse_address',
      'tests/test_sorting.py:1 from postbox.addresses import parse_address',
    ]);
    expect(provenLines(await ask('What are the subclasses of `Container`?'))).toEqual([
      'src/postbox/boxes.py:5 class Box(Container):',
      'src/postbox/boxes.py:10 class LargeBox(Box):',
    ]);
    expect(provenLines(await ask('What does `Sorter.sort_letter` call?'))).toEqual([
      'src/postbox/sorting.py:14 address = parse_address(letter)',
      'src/postbox/sorting.py:15 self.box.put_letter(address)',
    ]);
  });

  it('of what nothing is known to call says so, and what could hide it', async () => {
    const answer = await ask('What calls `forgotten_helper`?');
    expect(answer).toMatchObject({ confidence: 'low', refused: false });
    expect(answer.answer).toMatch(/^`forgotten_helper` has no known callers/);
    expect(answer.answer).toContain('What could hide one');
  });

  it('of a name that is not there is declined with those nearest', async () => {
    const answer = await ask('What calls `parse_adress`?');
    expect(answer).toMatchObject({ class: 'out-of-scope', refused: true, claims: [] });
    expect(answer.answer).toContain('`parse_address` in `src/postbox/addresses.py`');
  });

  it('follows up: who calls it, and what breaks then', async () => {
    const conversation = 'graph-follow-up';
    await ask('What does `parse_address` call?', conversation);
    const callers = await ask('and who calls it?', conversation);
    expect(callers.reading.text).toBe('Who calls `parse_address`?');
    expect(callers.answer).toContain('is called at 2 places');
    const impact = await ask('What breaks if I change that?', conversation);
    expect(impact.answer).toMatch(/^`parse_address` has \d dependents/);
  });

  it('in tests, in a folder, in what is none of these', async () => {
    const inTests = await ask('callers of `parse_address` in `tests`');
    expect(provenLines(inTests)).toEqual(['tests/test_sorting.py:7 assert parse_address(" b ") == "b"']);
    const inFolder = await ask('callers of `parse_address` in `src/postbox`');
    expect(provenLines(inFolder)).toEqual(['src/postbox/sorting.py:14 address = parse_address(letter)']);
    expect(inFolder.answer).toContain('Only what is in `src/postbox` is counted here');
    const inNone = await ask('What calls Sorter.sort_letter in the CLI?');
    expect(inNone.answer).toContain('it is told for the whole repository');
    expect(inNone.confidence).toBe('low');
  });

  it('in plain words, of what a name is imported by or what stops with it', async () => {
    expect((await ask('Which files import addresses?')).answer).toContain('is imported by 2 files');
    expect((await ask('which files import re')).answer).toMatch(/^`re` is imported by 1 file/);
    expect((await ask('What would stop working if I changed parse_address?')).class).toBe('impact');
  });

  it('follows up: only in tests, and the first one that was listed', async () => {
    const conversation = 'graph-narrowed';
    await ask('What calls `parse_address`?', conversation);
    const inTests = await ask('only in tests please', conversation);
    expect(inTests.reading.text).toBe('What calls `parse_address` in tests?');
    expect(provenLines(inTests)).toHaveLength(1);
    await ask('What calls `parse_address`?', conversation);
    const first = await ask('what does the first one call?', conversation);
    expect(first.reading.text).toBe('What does `Sorter.sort_letter` call?');
  });

  it('is answered from the cache as it was, cards included', async () => {
    const question = 'Who calls `Box.put_letter`?';
    const first = await ask(question);
    const second = await ask(question);
    expect(second.cached).toBe(true);
    expect(second.cards).toEqual(first.cards);
    expect(second.claims).toEqual(first.claims);
  });
});
