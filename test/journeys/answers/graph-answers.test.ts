/** Answers questions about references through the public API: complete lists with counts, impact and chains, and a note when no caller is known. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../worker/contract/answers/schema.ts';
import { packTree } from '../../support/files/tar-bytes.ts';
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

/** Returns the line of the file that each item of the answer refers to. */
function citedLines(answer: Answer): readonly string[] {
  return answer.claims.flatMap(({ text, citations }) => {
    const line = Number(/ at line (\d+)/.exec(text)?.[1]);
    const [span] = getSpans(answer).filter(({ id: spanId }) => citations[0] === spanId);
    if (Number.isNaN(line) || span === undefined) return [];
    const content = new Map<string, string>(Object.entries(tree)).get(span.path) ?? '';
    return [`${span.path}:${line} ${(content.split('\n')[line - 1] ?? '').trim()}`];
  });
}

describe('a question about the graph', () => {
  it('lists all callers with a count, each at the calling line', async () => {
    const answer = await ask('List all callers of `parse_address`');
    expect(answer).toMatchObject({ class: 'exhaustive', confidence: 'high', refused: false });
    expect(answer.answer).toMatch(
      /^`parse_address` has 2 direct callers: 1 in code, 1 in tests · 1 indirect /,
    );
    expect(citedLines(answer)).toEqual([
      'src/postbox/sorting.py:14 address = parse_address(letter)',
      'tests/test_sorting.py:7 assert parse_address(" b ") == "b"',
      'src/postbox/sorting.py:19 self.sort_letter(letter)',
    ]);
    expect(answer.answer).toMatch(/\n### Tests \(1\)\n\n\* `test_sorting` in .*\n\n### Indirect \(1\)\n/);
    expect(answer.cards).toEqual([]);
  });

  it('counts callers as the graph query does, which its checks name', async () => {
    const answer = await ask('How many places call parse_address?');
    const counts = answer.claims[0]?.checks.filter(({ check }) => check === 'count') ?? [];
    expect(counts).toHaveLength(3);
    const query = /(\/v1\/\S+) returns 2\./.exec(counts[0]?.detail ?? '')?.[1] ?? '';
    const repeated = (await (await fetch(journey.server.url + query)).json()) as { total: number };
    expect(repeated.total).toBe(2);
    const csv = await fetch(`${journey.server.url}${query}&format=csv`);
    expect(csv.status).toBe(200);
    expect(await csv.text()).toContain('src/postbox/sorting.py');
  });

  it('lists the impact of a change by distance, with a graph card', async () => {
    const answer = await ask('What breaks if I change `normalise_street`?');
    expect(answer.class).toBe('impact');
    expect(answer.answer).toMatch(/has 1 direct dependent · 3 indirect: 2 at distance 2, 1 at distance 3 /);
    expect(answer.cards.map(({ type }) => type)).toEqual(['graph']);
  });

  it('lists the chain between two definitions in numbered steps', async () => {
    const answer = await ask('How does `sort_all` reach `normalise_street`?');
    expect(citedLines(answer)).toEqual([
      'src/postbox/sorting.py:19 self.sort_letter(letter)',
      'src/postbox/sorting.py:14 address = parse_address(letter)',
      'src/postbox/addresses.py:5 return normalise_street(text.strip())',
    ]);
    expect(answer.answer).toContain('in 3 steps');
    expect(answer.cards).toMatchObject([{ type: 'chain', total: 3 }]);
  });

  it('lists importing files, subclasses and callees', async () => {
    expect(citedLines(await ask('Which files import src/postbox/addresses.py?'))).toEqual([
      'src/postbox/sorting.py:3 from .addresses import parse_address',
      'tests/test_sorting.py:1 from postbox.addresses import parse_address',
    ]);
    expect(citedLines(await ask('What are the subclasses of `Container`?'))).toEqual([
      'src/postbox/boxes.py:5 class Box(Container):',
      'src/postbox/boxes.py:10 class LargeBox(Box):',
    ]);
    expect(citedLines(await ask('What does `Sorter.sort_letter` call?'))).toEqual([
      'src/postbox/sorting.py:14 address = parse_address(letter)',
      'src/postbox/sorting.py:15 self.box.put_letter(address)',
    ]);
  });

  it('states that no caller is known, and what could hide a caller', async () => {
    const answer = await ask('What calls `forgotten_helper`?');
    expect(answer).toMatchObject({ confidence: 'low', refused: false });
    expect(answer.answer).toMatch(/^`forgotten_helper` has no known callers/);
    expect(answer.answer).toContain('What could hide one');
  });

  it('declines an unknown name with the closest matches', async () => {
    const answer = await ask('What calls `parse_adress`?');
    expect(answer).toMatchObject({ class: 'out-of-scope', refused: true, claims: [] });
    expect(answer.answer).toContain('`parse_address` in `src/postbox/addresses.py`');
  });

  it('answers follow-ups about callers and impact', async () => {
    const conversation = 'graph-follow-up';
    await ask('What does `parse_address` call?', conversation);
    const callers = await ask('and who calls it?', conversation);
    expect(callers.reading.text).toBe('Who calls `parse_address`?');
    expect(callers.answer).toContain('has 2 direct callers');
    const impact = await ask('What breaks if I change that?', conversation);
    expect(impact.answer).toMatch(/^`parse_address` has \d direct dependents/);
  });

  it('filters by tests or by folder, and states if it cannot filter', async () => {
    const inTests = await ask('callers of `parse_address` in `tests`');
    expect(citedLines(inTests)).toEqual(['tests/test_sorting.py:7 assert parse_address(" b ") == "b"']);
    const inFolder = await ask('callers of `parse_address` in `src/postbox`');
    expect(citedLines(inFolder)).toEqual([
      'src/postbox/sorting.py:14 address = parse_address(letter)',
      'src/postbox/sorting.py:19 self.sort_letter(letter)',
    ]);
    expect(inFolder.answer).toContain('Only what is in `src/postbox` is counted here');
    const withoutFilter = await ask('What calls Sorter.sort_letter in the CLI?');
    expect(withoutFilter.answer).toContain('this covers the whole repository');
    expect(withoutFilter.confidence).toBe('low');
  });

  it('understands plain words for importers and impact', async () => {
    expect((await ask('Which files import addresses?')).answer).toContain('is imported by 2 files');
    expect((await ask('which files import re')).answer).toMatch(/^`re` is imported by 1 file/);
    expect((await ask('What would stop working if I changed parse_address?')).class).toBe('impact');
  });

  it('answers follow-ups that filter the list or pick its first item', async () => {
    const conversation = 'graph-narrowed';
    await ask('What calls `parse_address`?', conversation);
    const inTests = await ask('only in tests please', conversation);
    expect(inTests.reading.text).toBe('What calls `parse_address` in tests?');
    expect(citedLines(inTests)).toHaveLength(1);
    await ask('What calls `parse_address`?', conversation);
    const first = await ask('what does the first one call?', conversation);
    expect(first.reading.text).toBe('What does `Sorter.sort_letter` call?');
  });

  it('is answered from the cache with the same cards', async () => {
    const question = 'Who calls `Box.put_letter`?';
    const first = await ask(question);
    const second = await ask(question);
    expect(second.cached).toBe(true);
    expect(second.cards).toEqual(first.cards);
    expect(second.claims).toEqual(first.claims);
  });
});
