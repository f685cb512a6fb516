/** Answers from a hand-made graph: each item cites the line that proves it, each count matches the results, and guesses are marked. */
import { describe, expect, it } from 'vitest';
import { askGraph, type CheckedGraphAnswer } from '../../../../support/samples/graph-answers.ts';
import { createMemoryGraph } from '../../../../support/fakes/memory-graph.ts';

const files = {
  'src/app.py': `from store import Store, save

class App:
    def start(self):
        self.store = Store()
        self.handle()

    def handle(self):
        save("a")
        save("b")
`,
  'src/store.py': `import json

def save(text):
    return encode(text)

def encode(text):
    return json.dumps(text)

class Store(Base):
    pass

class Base:
    pass

def unused():
    pass
`,
  'src/other.py': `def save(text):
    return text

def loop():
    loop()
`,
  'tests/test_app.py': `from app import App

def test_handle():
    App().handle()
`,
  'src/hooks.py': 'def hook(of):\n    return of\n\n@hook\ndef decorated():\n    pass\n',
  'src/web.ts': 'export function show() {\n  return render(`a ${save} b`)\n}\n',
};
const graph = createMemoryGraph(
  {
    'src/app.py': ['App 3-10 class', 'App.start 4-6 method', 'App.handle 8-10 method'],
    'src/store.py': ['save 3-4', 'encode 6-7', 'Store 9-10 class', 'Base 12-13 class', 'unused 15-16'],
    'src/other.py': ['save 1-2', 'loop 4-5'],
    'tests/test_app.py': ['test_handle 3-4'],
    'src/web.ts': ['show 1-3'],
    'src/hooks.py': ['hook 1-2', 'decorated 4-6 function decorated'],
  },
  [
    'src/app.py imports src/store.py @1',
    'src/app.py App.start calls src/store.py Store @5',
    'src/app.py App.start calls src/app.py App.handle @6',
    'src/app.py App.handle calls src/store.py save @9',
    'src/app.py App.handle calls src/store.py save @10',
    'src/store.py imports package:json @1',
    'src/store.py save calls src/store.py encode @4',
    'src/store.py Store extends src/store.py Base @9',
    'src/other.py loop calls src/other.py loop @5',
    'tests/test_app.py imports src/app.py @1',
    'tests/test_app.py test_handle calls src/app.py App.handle @4',
    'src/hooks.py decorated uses src/hooks.py hook @4',
    'src/web.ts show calls src/store.py save @2 name-match',
  ],
  {
    namedPlaces: [{ from: '1.1', name: 'handle', kind: 'calls', path: 'src/app.py', line: 6, candidates: 3 }],
  },
);

async function ask(question: string): Promise<CheckedGraphAnswer> {
  const result = await askGraph(graph, files, question);
  if (result === undefined || result === 'unknown')
    return expect.fail(`${question}: ${result ?? 'not of the graph'}`);
  for (const { text, state, checks } of result.claims)
    expect(state, `${text} ${JSON.stringify(checks.filter(({ passed }) => !passed))}`).toBe('verified');
  return result;
}
const linesWithoutCitations = (text: string): readonly string[] =>
  text
    .replace(/ \[chunk:[^\]]+\](?:\[chunk:[^\]]+\])*\.?/g, '')
    .split('\n')
    .filter((line) => line !== '');

describe('callers', () => {
  it('are counted and listed once each, with all lines of their calls, and indirect ones follow under a heading', async () => {
    const { text, draft } = await ask('What calls `save` in src/store.py?');
    expect(linesWithoutCitations(text).slice(0, 6)).toEqual([
      '`save` has 1 direct caller, at 2 places in 1 file · 2 indirect',
      '* `App.handle` in `src/app.py` calls it at lines 9 and 10: `save("a")`',
      '### Indirect (2)',
      '* `App.start` in `src/app.py` calls `App.handle` at line 6: `self.handle()`',
      '* `test_handle` in `tests/test_app.py` calls `App.handle` at line 4: `App().handle()`',
      '### By name alone, not proven (1)',
    ]);
    expect(draft).toMatchObject({ class: 'exhaustive', confidence: 'high' });
    const cited = [...draft.evidence.values()].find(({ id }) => id === 'e2');
    expect(cited).toMatchObject({
      path: 'src/app.py',
      startLine: 8,
      endLine: 10,
      symbol: 'App.handle',
      nameLine: 8,
    });
  });

  it('are counted from their own query if they are indirect', async () => {
    const { claims } = await ask('What calls `save` in src/store.py?');
    const counts = claims[0]?.checks.filter(({ check }) => check === 'count').map(({ detail }) => detail);
    expect(counts?.[0]).toContain('/graph/callers?symbol=save&path=src%2Fstore.py&depth=1');
    expect(counts?.at(-1)).toMatch(/\/graph\/callers\?id=\S+depth=3\S+ returns 2\./);
  });

  it('that match by name alone are listed separately and not counted, and only the number of ambiguous places is stated', async () => {
    const { text, draft } = await ask('callers of `save`');
    expect(text).toContain('### By name alone, not proven');
    expect(text.split('### By name')[1]).toContain(
      '`show` in `src/web.ts` may call it at line 2: `a ${save} b`',
    );
    expect(text.split('### By name')[0]).not.toContain('src/web.ts');
    expect(draft.facts.counts.get('place')).toBe(2);
    const { text: handled } = await ask('who calls App.handle?');
    expect(handled).toContain('1 ambiguous place names `handle`, the name of 3 definitions');
  });

  it('of an ambiguous name belong to the most probable definition, with suggested questions for the other definitions', async () => {
    const { text, draft } = await ask('What calls `save`?');
    expect(draft.confidence).toBe('low');
    expect(text).toContain('`save` in `src/other.py` also has this name, at line 1');
    expect(draft.suggestions).toEqual(['What calls `save` in `src/other.py`?']);
    expect(linesWithoutCitations((await ask(draft.suggestions[0] ?? '')).text)[0]).toBe(
      '`save` has no known callers',
    );
  });

  it('in sources come before callers in tests, which a question can select or exclude', async () => {
    const { text } = await ask('What calls `App.handle`?');
    expect(linesWithoutCitations(text).slice(0, 4)).toEqual([
      '`App.handle` has 2 direct callers: 1 in code, 1 in tests',
      '* `App.start` in `src/app.py` calls it at line 6: `self.handle()`',
      '### Tests (1)',
      '* `test_handle` in `tests/test_app.py` calls it at line 4: `App().handle()`',
    ]);
    expect((await ask('Which tests call `App.handle`?')).text).toMatch(
      /^`App.handle` has 1 direct caller in tests \[/,
    );
    const { text: sources } = await ask('What calls `App.handle` outside tests?');
    expect(sources).not.toContain('test_handle');
    expect(sources).toContain('What is in tests is not counted here');
  });

  it('are reported as unknown in tests if none exist there, with their number elsewhere', async () => {
    const { text } = await ask('Which tests call `encode`?');
    expect(text).toMatch(/^`encode` has no known callers in tests; 1 elsewhere /);
    expect(text).not.toContain('What could hide one');
    expect((await ask('what calls `hooks.hook` outside tests?')).text).toMatch(
      /has no known callers outside tests /,
    );
  });

  it('in tests are not reported as all results of the query', async () => {
    const { text, draft, claims } = await ask('Which tests call `App.handle`?');
    expect(draft.cards).toEqual([]);
    expect(text).toContain('Only what is in tests is counted here; the query returns 2, tests and sources');
    expect(claims[0]?.checks.find(({ check }) => check === 'count')?.detail).toMatch(
      /^Of the results of \S+, in tests: 1\.$/,
    );
  });

  it('in tests affected by a change are reached through source files', async () => {
    expect((await ask('Which tests break if I change `encode`?')).text).toContain(
      '`test_handle` in `tests/test_app.py` calls `App.handle` at line 4',
    );
  });

  it('are reported as unknown if none exist, with what the graph cannot detect', async () => {
    const { text, draft } = await ask('Is `unused` called anywhere?');
    expect(text).toMatch(/^`unused` has no known callers \[chunk:e1\]/);
    expect(text).toContain('### What could hide one');
    expect(text).toContain('It is exported: code outside this repository may use it');
    expect(text).not.toMatch(/\bunused code|not used\b/);
    expect(draft).toMatchObject({ confidence: 'low', cards: [] });
  });

  it('are replaced by other uses if none exist, and these are not marked as calls', async () => {
    const { text } = await ask('What calls `hooks.hook`?');
    expect(linesWithoutCitations(text).slice(0, 3)).toEqual([
      '`hook` in `src/hooks.py` has no known callers',
      '### Used without being called by name',
      '* `decorated` in `src/hooks.py` uses it at line 4: `@hook`',
    ]);
  });

  it('that call themselves are reported as such', async () => {
    expect((await ask('who calls loop?')).text).toContain(
      '`loop` in `src/other.py` calls itself at line 5: `loop()`',
    );
  });
});

describe('a place in a question', () => {
  it.each([
    ['What calls `handle` in `App`?', '`App.handle` has 2 direct callers'],
    ['What calls handle in App?', '`App.handle` has 2 direct callers'],
    ['What calls `save` in `store`?', '`save` has 1 direct caller, at 2 places in 1 file'],
    ['What calls `save` in `other`?', '`save` has no known callers'],
  ])('is a type or a module if one has the name: %s', async (question, expected) => {
    const { text, draft } = await ask(question);
    expect(text.startsWith(expected)).toBe(true);
    expect(text).not.toMatch(/whole repository|is counted here/);
    expect(draft.cards).toEqual([]);
  });

  it.each([
    ['What calls `App.handle` in `src`?', 'src'],
    ['What calls `App.handle` in src/?', 'src'],
    ['What calls App.handle in src?', 'src'],
  ])('is a folder or file that filters the results, and is stated: %s', async (question, within) => {
    const { text, draft } = await ask(question);
    expect(text).toMatch(/^`App.handle` has 1 direct caller in that place \[/);
    expect(text).not.toContain('test_handle');
    expect(text).toContain(`Only what is in \`${within}\` is counted here; the query returns 2 in all`);
    expect(draft.confidence).toBe('high');
  });

  it('is the file of the definition before the files that refer to it', async () => {
    expect((await ask('What calls `App.handle` in src/app.py?')).text).toMatch(
      /^`App.handle` has 2 direct callers/,
    );
    const { text } = await ask('What calls `App.handle` in tests/test_app.py?');
    expect(text).toMatch(/^`App.handle` has 1 direct caller in that place: 1 in tests \[/);
    expect(text).toContain('`test_handle` in `tests/test_app.py` calls it at line 4');
  });

  it('has no results if all results are elsewhere', async () => {
    expect((await ask('What calls `encode` in `tests/`?')).text).toMatch(
      /^`encode` has no known callers in tests; 1 elsewhere /,
    );
    expect((await ask('What calls `encode` in src/web.ts?')).text).toMatch(
      /^`encode` has no known callers in that place; 1 elsewhere /,
    );
  });

  it.each([
    ['What calls App.handle in the CLI?', 'CLI'],
    ['What calls App.handle in `nowhere`?', 'nowhere'],
    ['How does `App.start` reach `encode` in production?', 'production'],
    ['How does `App.start` reach `encode` in tests?', 'tests'],
  ])('is reported if it cannot filter the results: %s', async (question, statement) => {
    const { text, draft } = await ask(question);
    expect(text).toContain(
      `“${statement}” is not a place that results can be filtered by: this covers the whole repository`,
    );
    expect(draft.confidence).toBe('low');
  });

  it('is not repeated in the answer if it contains more than a name', async () => {
    const { text } = await ask('What calls App.handle in <b>x</b>?');
    expect(text).toContain('The place asked about is not a place that results can be filtered by');
    expect(text).not.toContain('<b>');
  });
});

const calledBy = (tiers: readonly string[]) =>
  createMemoryGraph(
    { 'src/a.py': ['target 1-1'], 'src/b.py': ['one 1-1', 'two 2-2', 'three 3-3'] },
    tiers.map(
      (tier, index) =>
        `src/b.py ${['one', 'two', 'three'][index]} calls src/a.py target @${index + 1} ${tier}`,
    ),
  );

describe('names that are not fully resolved', () => {
  const texts = {
    'src/a.py': 'def target(): pass\n',
    'src/b.py': 'def one(): x.target()\ndef two(): x.target()\ndef three(): x.target()\n',
  };
  const result = async (...tiers: readonly string[]): Promise<CheckedGraphAnswer> => {
    const answer = await askGraph(calledBy(tiers), texts, 'What calls `target`?');
    if (answer === undefined || answer === 'unknown') return expect.fail('not answered');
    expect(answer.claims.filter(({ state }) => state !== 'verified')).toEqual([]);
    return answer;
  };

  it('are marked as probable in their sentence, with an explanation', async () => {
    const { text, draft } = await result('resolved', 'import-scoped', 'resolved');
    expect(text).toContain('`one` in `src/b.py` calls it at line 1');
    expect(text).toContain('`two` in `src/b.py` probably calls it at line 2');
    expect(text).toContain('“Probably” marks a line whose name is not fully resolved');
    expect(draft.confidence).toBe('high');
  });

  it('are not mentioned if every result is resolved', async () => {
    expect((await result('resolved', 'resolved')).text).not.toMatch(/probably/i);
  });

  it('make the confidence low if they are more than a third of the results', async () => {
    expect((await result('import-scoped', 'import-scoped', 'resolved')).draft.confidence).toBe('low');
  });
});

describe('more guesses than the answer lists', () => {
  it('are counted, with the query that returns them', async () => {
    const count = 27;
    const users = Array.from({ length: count }, (_, index) => `user${index} ${index + 1}-${index + 1}`);
    const guessed = createMemoryGraph(
      { 'src/target.py': ['target 1-1'], 'src/users.py': users },
      users.map(
        (_, index) => `src/users.py user${index} calls src/target.py target @${index + 1} name-match`,
      ),
    );
    const result = await askGraph(
      guessed,
      {
        'src/target.py': 'def target(): pass\n',
        'src/users.py': Array.from({ length: count }, (_, at) => `def user${at}(x): x.target()\n`).join(''),
      },
      'What calls `target`?',
    );
    if (result === undefined || result === 'unknown') return expect.fail('not answered');
    expect(result.text.match(/ may call it /g)).toHaveLength(20);
    expect(result.text).toMatch(
      /\* 7 more places that match by name alone are in \/v1\/\S+tiers=name-match\S+&format=csv /,
    );
    expect(result.claims.filter(({ state }) => state !== 'verified')).toEqual([]);
  });
});

describe('the subjects of the answer', () => {
  it('are the focus, then the first three listed results and the last', async () => {
    const { draft } = await ask('What calls `App.handle`?');
    expect(draft.subjects).toEqual([
      { name: 'App.handle', kind: 'symbol', path: 'src/app.py' },
      { name: 'App.start', kind: 'symbol', path: 'src/app.py', isListed: true },
      { name: 'test_handle', kind: 'symbol', path: 'tests/test_app.py', isListed: true },
    ]);
  });
});

describe('an answer about another relation', () => {
  it('lists callees in the order of their lines, each with its definition', async () => {
    const { text } = await ask('What does `App.start` call?');
    expect(linesWithoutCitations(text)).toEqual([
      '`App.start` calls 2 definitions at 2 places',
      '* It calls `Store` (`src/store.py`, line 9) at line 5: `self.store = Store()`',
      '* It calls `App.handle` (`src/app.py`, line 8) at line 6: `self.handle()`',
    ]);
    expect((await ask('what does App.handle call')).text).toContain('at lines 9 and 10');
  });

  it('lists the importers of a file, of a module name and of an external package', async () => {
    expect(linesWithoutCitations((await ask('Which files import src/store.py?')).text)).toEqual([
      '`src/store.py` is imported by 1 file',
      '* `src/app.py` imports it at line 1: `from store import Store, save`',
    ]);
    expect((await ask('what imports src/store?')).text).toContain('is imported by 1 file');
    expect(linesWithoutCitations((await ask('what imports `json`?')).text)[0]).toBe(
      '`json` is imported by 1 file',
    );
    expect((await ask('who uses `json`?')).text).toContain(
      '`src/store.py` imports it at line 1: `import json`',
    );
  });

  it('lists subclasses and base classes', async () => {
    expect((await ask('list all subclasses of `Base`')).text).toMatch(
      /^`Base` has 1 subtype .*\n\n\* `Store` in `src\/store.py` extends it at line 9: `class Store\(Base\):`/,
    );
    expect(linesWithoutCitations((await ask('What does `Store` inherit from?')).text)).toEqual([
      '`Store` has 1 base type',
      '* It extends `Base` (`src/store.py`, line 12) at line 9: `class Store(Base):`',
    ]);
  });
});

describe('the impact of a change', () => {
  it('is counted by distance, and each indirect result names the step before it', async () => {
    const { text, draft } = await ask('What breaks if I change `encode`?');
    expect(linesWithoutCitations(text)).toEqual([
      '`encode` has 1 direct dependent · 3 indirect: 1 at distance 2, 2 at distance 3',
      '* `save` in `src/store.py` calls it at line 4: `return encode(text)`',
      'Anything more than 3 steps away was not searched',
      '### Indirect (3)',
      '* `App.handle` in `src/app.py` calls `save` at line 9: `save("a")`',
      '* `App.start` in `src/app.py` calls `App.handle` at line 6: `self.handle()`',
      '* `test_handle` in `tests/test_app.py` calls `App.handle` at line 4: `App().handle()`',
    ]);
    expect(draft.class).toBe('impact');
    expect(draft.cards.map(({ type, total }) => [type, total])).toEqual([['graph', 4]]);
  });

  it('is listed only up to the distance that the question states', async () => {
    expect((await ask('what directly depends on `encode`?')).text).toMatch(
      /^`encode` has 1 direct dependent \[/,
    );
  });
});

describe('a chain', () => {
  it('is listed step by step, each at its line', async () => {
    const { text, draft } = await ask('How does `App.start` reach `encode`?');
    expect(linesWithoutCitations(text)).toEqual([
      '`App.start` reaches `encode` in 3 steps',
      '1. `App.start` in `src/app.py` calls `App.handle` at line 6: `self.handle()`',
      '2. `App.handle` in `src/app.py` calls `save` at line 9: `save("a")`',
      '3. `save` in `src/store.py` calls `encode` at line 4: `return encode(text)`',
    ]);
    expect(draft.class).toBe('how');
    expect(draft.cards).toMatchObject([
      { type: 'chain', total: 3, title: 'Chain from App.start to encode', nodes: [{}, {}, {}, {}] },
    ]);
    expect(draft.subjects.slice(0, 2).map(({ name }) => name)).toEqual(['App.start', 'encode']);
  });

  it('from a definition to itself is one step if it calls itself', async () => {
    const { text } = await ask('How does `loop` reach `loop`?');
    expect(linesWithoutCitations(text)).toEqual([
      '`loop` reaches itself in 1 step',
      '1. `loop` in `src/other.py` calls `loop` at line 5: `loop()`',
    ]);
    expect((await ask('How does `encode` reach `encode`?')).text).toMatch(
      /^No chain of up to 8 calls from `encode` to `encode` is known/,
    );
  });

  it('that is unknown is reported as such, and a chain in the opposite direction is shown', async () => {
    const { text, draft } = await ask('How does `encode` reach `App.start`?');
    expect(text).toMatch(
      /^No chain of up to 8 calls from `encode` to `App.start` is known; one exists in the opposite direction/,
    );
    expect(text).toContain('`App.start` reaches `encode` in 3 steps');
    expect(draft.confidence).toBe('low');
    const { text: none } = await ask('call chain from `unused` to `loop`');
    expect(none).toMatch(/^No chain of up to 8 calls from `unused` to `loop` is known \[/);
    expect(none).toContain('### What could hide one');
  });

  it('that is unknown names its missing step', async () => {
    expect((await ask('call chain from `unused` to `loop`')).text).toContain(
      'The first step is missing: no call in `unused` leads to a known definition of this repository',
    );
    expect((await ask('How does `App.start` reach `unused`?')).text).toContain(
      'The last step is missing: `unused` has no known callers',
    );
    expect((await ask('How does `App.start` reach `loop`?')).text).toContain(
      'A step between them is missing: in up to 8 calls, `App.start` reaches 4 definitions, and 1 definition reaches `loop`; no definition is in both',
    );
  });

  it('with a step that only a name connects is shown as not proven, and the step is named', async () => {
    const { text, draft } = await ask('How does `show` reach `encode`?');
    expect(linesWithoutCitations(text)).toEqual([
      'No chain of up to 8 calls from `show` to `encode` is proven: step 1 is missing, where only a name leads on',
      '1. `show` in `src/web.ts` may call `save` at line 2: `a ${save} b`',
      '2. `save` in `src/store.py` calls `encode` at line 4: `return encode(text)`',
    ]);
    expect(draft.confidence).toBe('low');
  });
});

describe('a name', () => {
  it.each([
    ['What calls `sav`?'],
    ['who calls App.run?'],
    ['what imports src/nowhere.py?'],
    ['call chain from `save` to `nowhere_at_all`'],
  ])('written as code without a definition is unknown: %s', async (question) => {
    expect(await askGraph(graph, files, question)).toBe('unknown');
  });

  it.each([
    ['who calls whatever?'],
    ['What depends on the environment?'],
    ['How does the parser call the lexer?'],
    ['Where is unused used?'],
    ['How does unused call loop?'],
    ['How is `save` tested?'],
  ])('in plain words that matches nothing leaves the question to other answers: %s', async (question) => {
    expect(await askGraph(graph, files, question)).toBeUndefined();
  });

  it('in plain words is recognized only if a definition has exactly that name', async () => {
    expect((await ask('who calls encode')).text).toMatch(/^`encode` has 1 direct caller · 3 indirect: /);
  });
});

describe('a list longer than a page', () => {
  const count = 250;
  const body = Array.from({ length: count }, (_, index) => `def user${index}(): target()\n`).join('');
  const users = Array.from({ length: count }, (_, index) => `user${index} ${index + 1}-${index + 1}`);
  const calls = users.map((_, index) => `src/users.py user${index} calls src/target.py target @${index + 1}`);
  const many = createMemoryGraph({ 'src/target.py': ['target 1-1'], 'src/users.py': users }, calls);

  it('is counted in full and listed up to a limit, and the table contains all rows', async () => {
    const result = await askGraph(
      many,
      { 'src/target.py': 'def target(): pass\n', 'src/users.py': body },
      'all callers of `target`',
    );
    if (result === undefined || result === 'unknown') return expect.fail('not answered');
    expect(result.text).toMatch(/^`target` has 250 direct callers \[/);
    expect(result.text.match(/^\* /gm)).toHaveLength(60);
    expect(result.text).toMatch(/190 more are in the table, and in \/v1\/\S+&format=csv /);
    expect(result.claims.filter(({ state }) => state !== 'verified')).toEqual([]);
    const [table] = result.draft.cards;
    if (table?.type !== 'table') return expect.fail('The first card is not a table.');
    expect(table).toMatchObject({ title: 'Callers of target', total: 250, truncated: false });
    expect(table.csv).toBe(`${table.query}&format=csv`);
    expect(table.rows.map(({ evidence }) => evidence !== undefined)).toEqual(
      Array.from({ length: 250 }, (_, index) => index < 60),
    );
    expect(table.rows[0]?.cells).toEqual([
      'user0',
      'src/users.py',
      '1',
      'calls',
      'resolved',
      'src/users.py:1',
      'def user0(): target()',
    ]);
  });

  it('has no table if the sentences list every result, and still names its CSV', async () => {
    const result = await askGraph(
      createMemoryGraph(
        { 'src/target.py': ['target 1-1'], 'src/users.py': users.slice(0, 12) },
        calls.slice(0, 12),
      ),
      { 'src/target.py': 'def target(): pass\n', 'src/users.py': body },
      'all callers of `target`',
    );
    if (result === undefined || result === 'unknown') return expect.fail('not answered');
    expect(result.draft.cards).toEqual([]);
    expect(result.text.match(/^\* /gm)).toHaveLength(12);
    expect(result.text).toMatch(/The list as CSV is at \/v1\/\S+&format=csv /);
    expect(result.claims.filter(({ state }) => state !== 'verified')).toEqual([]);
  });
});

describe('an import', () => {
  it('refers to the module with exactly that name rather than a class whose name differs in letter case', async () => {
    const texts = {
      'src/shop/__init__.py': 'from .app import Shop\n' + '\n'.repeat(9),
      'src/shop/app.py': 'class Shop:\n    pass\n',
      'src/run.py': 'import shop\n' + '\n'.repeat(9),
    };
    const shop = createMemoryGraph(
      { 'src/shop/__init__.py': [], 'src/shop/app.py': ['Shop 1-2 class'], 'src/run.py': [] },
      ['src/shop/__init__.py imports src/shop/app.py Shop @1', 'src/run.py imports src/shop/__init__.py @1'],
    );
    const result = await askGraph(shop, texts, 'Which files import `shop`?');
    if (result === undefined || result === 'unknown') return expect.fail('not answered');
    expect(result.text).toContain('`src/run.py` imports it at line 1: `import shop`');
    expect(result.text).not.toContain('app.py');
    const plain = await askGraph(shop, texts, 'Which files import shop?');
    expect(plain === undefined || plain === 'unknown' ? '' : plain.text).toBe(result.text);
    const ofClass = await askGraph(shop, texts, 'Which files import `Shop`?');
    expect(ofClass === undefined || ofClass === 'unknown' ? '' : ofClass.text).toContain('__init__.py');
  });
});

describe('an external package', () => {
  it('is the target of an import if only a variable in the repository has the name', async () => {
    const typed = createMemoryGraph({ 'src/a.py': ['typing 2-2 variable'], 'src/b.py': [] }, [
      'src/b.py imports package:typing @1',
    ]);
    const texts = { 'src/a.py': 'x = 1\ntyping = 2\n', 'src/b.py': `import typing\n${'\n'.repeat(9)}` };
    const result = await askGraph(typed, texts, 'which files import typing');
    if (result === undefined || result === 'unknown') return expect.fail('not answered');
    expect(result.text).toContain('`src/b.py` imports it at line 1: `import typing`');
  });
});

describe('results in tests only', () => {
  const count = 1_100;
  const body = Array.from({ length: count }, (_, index) => `def user${index}(): target()\n`).join('');
  const users = Array.from({ length: count }, (_, index) => `user${index} ${index + 1}-${index + 1}`);
  const createCalls = (path: string): readonly string[] =>
    users.map((_, index) => `${path} user${index} calls src/target.py target @${index + 1}`);
  const described = {
    'src/target.py': ['target 1-1'],
    'src/users.py': users,
    'tests/test_target.py': ['test_target 1-2'],
  };
  const edges = [
    ...createCalls('src/users.py'),
    'tests/test_target.py test_target calls src/target.py target @2',
  ];
  const texts = {
    'src/target.py': 'def target(): pass\n',
    'src/users.py': body,
    'tests/test_target.py': 'def test_target():\n    target()\n',
  };

  it('are found regardless of how many other results precede them', async () => {
    const result = await askGraph(
      createMemoryGraph(described, edges, { maxEdges: 5_000 }),
      texts,
      'Which tests call `target`?',
    );
    if (result === undefined || result === 'unknown') return expect.fail('not answered');
    expect(result.text).toMatch(/^`target` has 1 direct caller in tests \[/);
    expect(linesWithoutCitations(result.text)[1]).toContain('`test_target` in `tests/test_target.py`');
  });

  it('are a minimum count if the search was truncated', async () => {
    const result = await askGraph(
      createMemoryGraph(described, edges, { maxEdges: 500 }),
      texts,
      'Which tests call `target`?',
    );
    if (result === undefined || result === 'unknown') return expect.fail('not answered');
    expect(result.text).toMatch(/^`target` has no known callers in tests; at least 500 elsewhere /);
  });
});
