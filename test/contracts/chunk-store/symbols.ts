/** Definitions are found by name, which is never treated as a pattern. */

import { beforeEach, expect, it } from 'vitest';
import type { SymbolDefinition } from '../../../worker/core/code/symbol.ts';
import { storeFiles } from '../../support/workbench/fill-snapshot.ts';
import { definition, type FileFacts } from '../../support/workbench/parsed-files.ts';
import { key, numberedLines, otherKey, type ChunkStoreSubject } from './subject.ts';

const createLongDefinition = (
  name: string,
  from: number,
  lines: number,
  overrides: Partial<SymbolDefinition> = {},
) => definition(name, from, { endLine: from + lines - 1, ...overrides });

export function symbolSuite(open: () => Promise<ChunkStoreSubject>): void {
  let subject: ChunkStoreSubject;
  beforeEach(async () => {
    subject = await open();
  });
  const store = (files: readonly FileFacts[], at = key) => storeFiles(subject, at, { files });

  const flask = [
    definition('Flask', 1, { kind: 'class', documentation: 'The app.' }),
    definition('Flask.run', 3, { kind: 'method', exported: false }),
    definition('run', 5),
    definition('Flask_run', 7),
  ];
  const findNames = async (...names: string[]) =>
    (await subject.chunkStore.findSymbols(key, names)).map(
      (symbol) => `${symbol.path} ${symbol.qualifiedName}`,
    );
  const countNamed = async (name: string) => (await subject.chunkStore.findSymbols(otherKey, [name])).length;
  beforeEach(() =>
    store([
      { path: 'src/app.py', text: numberedLines(10), symbols: flask },
      {
        path: 'src/cli.py',
        text: numberedLines(9),
        symbols: [definition('run', 1), definition('AppFlask.run', 2)],
      },
    ]),
  );

  it('are found by bare and qualified name, ignoring case', async () => {
    expect(await findNames('run')).toEqual([
      'src/app.py Flask.run',
      'src/app.py run',
      'src/cli.py run',
      'src/cli.py AppFlask.run',
    ]);
    expect(await findNames('Flask.run')).toEqual(['src/app.py Flask.run']);
    expect(await findNames('FLASK.RUN')).toEqual(['src/app.py Flask.run']);
    expect(await findNames('flask')).toEqual(['src/app.py Flask']);
    expect(await findNames('Flask', 'nothing')).toEqual(['src/app.py Flask']);
  });

  it.each([
    ['Flas_.run'],
    ['%run'],
    ['F%'],
    [''],
    ['.'],
    ['Flask.'],
    ["run' OR '1'='1"],
    ['__proto__'],
    ['NEAR(run)'],
  ])('are not found by the name %j, which is not a pattern', async (name) => {
    expect(await findNames(name)).toEqual([]);
  });

  it('are found by a long qualified name, and by its end', async () => {
    const longName = `${'package.'.repeat(12)}Admin.get_queryset`;
    await store([{ path: 'admin.py', text: numberedLines(2), symbols: [definition(longName, 1)] }], otherKey);
    expect(await countNamed(longName)).toBe(1);
    expect(await countNamed(longName.toUpperCase())).toBe(1);
    expect(await countNamed(`${'package.'.repeat(8)}Admin.get_queryset`)).toBe(1);
    expect(await countNamed(`x${'package.'.repeat(12)}Admin.get_queryset`)).toBe(0);
  });

  it('are found by a rare name next to a very common name', async () => {
    const common = Array.from({ length: 600 }, (_, index) => definition(`A${index}.get`, index + 1));
    await store(
      [
        { path: 'a.py', text: numberedLines(600, 'a'), symbols: common },
        { path: 'z.py', text: 'z\n', symbols: [definition('Zed', 1)] },
      ],
      otherKey,
    );
    const names = (await subject.chunkStore.findSymbols(otherKey, ['get', 'Zed'])).map(
      (symbol) => symbol.name,
    );
    expect(names).toContain('Zed');
    expect(names.length).toBeLessThan(500);
  });

  it('are found by names that are not English', async () => {
    const symbols = [definition('Größe.müller_größe', 1), definition('数え', 2)];
    await store([{ path: 'u.py', text: numberedLines(3), symbols }], otherKey);
    expect(await subject.chunkStore.findSymbols(otherKey, ['数え'])).toHaveLength(1);
    expect(await subject.chunkStore.findSymbols(otherKey, ['Größe.müller_größe'])).toHaveLength(1);
  });

  it('are returned with all fields, sorted by line', async () => {
    const documentationLines = { startLine: 2, endLine: 2 };
    const symbols = [
      definition('late', 8),
      definition('early', 2, { documentationLines, documentation: 'x' }),
    ];
    await store([{ path: 'a.py', text: numberedLines(9, 'a'), symbols }], otherKey);
    const returned = await subject.chunkStore.symbolsOfFile(otherKey, 'a.py');
    expect(returned).toMatchObject([{ ...symbols[1] }, { ...symbols[0] }]);
    expect(returned[1]?.documentationLines).toBeUndefined();
    expect(new Set(returned.map((symbol) => symbol.id)).size).toBe(2);
    expect(await subject.chunkStore.symbolsOfFile(otherKey, 'nowhere')).toEqual([]);
  });

  it('are returned if they share a line with a span, each once', async () => {
    const files = ['a.py', 'b.py'].map((path) => ({
      path,
      text: numberedLines(30, path),
      symbols: [
        definition('Whole', 1, { endLine: 30 }),
        definition('Whole.first', 2, { endLine: 9 }),
        definition('Whole.second', 11, { endLine: 20 }),
      ],
    }));
    await store(files, otherKey);
    const ranges = [
      { path: 'b.py', startLine: 9, endLine: 10 },
      { path: 'a.py', startLine: 20, endLine: 25 },
      { path: 'a.py', startLine: 12, endLine: 13 },
      { path: 'nowhere', startLine: 1, endLine: 30 },
    ];
    const symbols = await subject.chunkStore.symbolsAt(otherKey, ranges);
    expect(symbols.map((symbol) => `${symbol.path} ${symbol.qualifiedName}`)).toEqual([
      'a.py Whole',
      'a.py Whole.second',
      'b.py Whole',
      'b.py Whole.first',
    ]);
    const lineBetween = [{ path: 'b.py', startLine: 10, endLine: 10 }];
    expect(await subject.chunkStore.symbolsAt(otherKey, lineBetween)).toMatchObject([
      { qualifiedName: 'Whole' },
    ]);
    expect(await subject.chunkStore.symbolsAt(otherKey, [])).toEqual([]);
    const wholeFiles = ['a.py', 'b.py'].map((path) => ({ path, startLine: 1, endLine: 30 }));
    const limited = await subject.chunkStore.symbolsAt(otherKey, wholeFiles, 2);
    expect(limited.map((symbol) => `${symbol.path} ${symbol.qualifiedName}`)).toEqual([
      'a.py Whole',
      'a.py Whole.first',
      'b.py Whole',
      'b.py Whole.first',
    ]);
  });

  it('are returned by id, without unknown ids and those of other snapshots', async () => {
    await store(
      [
        {
          path: 'a.py',
          text: numberedLines(9, 'ids'),
          symbols: [definition('one', 1), definition('two', 5)],
        },
      ],
      otherKey,
    );
    const [one, two] = await subject.chunkStore.symbolsOfFile(otherKey, 'a.py');
    const ids = [two?.id ?? '', one?.id ?? '', '999999.0', `${one?.id ?? ''}9`];
    const found = await subject.chunkStore.symbolsById(otherKey, ids);
    expect(found.map(({ qualifiedName }) => qualifiedName).toSorted()).toEqual(['one', 'two']);
    expect(await subject.chunkStore.symbolsById(key, ids)).toEqual([]);
    expect(await subject.chunkStore.symbolsById(otherKey, [])).toEqual([]);
  });

  const namesWithPrefix = async (text: string, count = 10) =>
    (await subject.chunkStore.symbolsWithPrefix(key, text, count)).map(
      (symbol) => `${symbol.path} ${symbol.qualifiedName}`,
    );

  it('are found by a prefix, exact and short names first', async () => {
    expect(await namesWithPrefix('fla')).toEqual(['src/app.py Flask', 'src/app.py Flask_run']);
    expect(await namesWithPrefix('FLASK')).toEqual(['src/app.py Flask', 'src/app.py Flask_run']);
    expect((await namesWithPrefix('ru')).toSorted()).toEqual([
      'src/app.py Flask.run',
      'src/app.py run',
      'src/cli.py AppFlask.run',
      'src/cli.py run',
    ]);
    expect(await namesWithPrefix('ru', 2)).toHaveLength(2);
    expect(await subject.chunkStore.symbolsWithPrefix(otherKey, 'ru', 10)).toEqual([]);
  });

  it('are found by a prefix after a qualifier', async () => {
    expect(await namesWithPrefix('Flask.r')).toEqual(['src/app.py Flask.run']);
    expect(await namesWithPrefix('flask.RUN')).toEqual(['src/app.py Flask.run']);
    expect(await namesWithPrefix('Flask.')).toEqual(['src/app.py Flask', 'src/app.py Flask_run']);
    expect(await namesWithPrefix('lask.r')).toEqual([]);
  });

  it.each([[''], ['.'], ['%'], ['r%'], ['F_ask'], ['*'], ["ru' OR 1=1"]])(
    'are not found by the prefix %j, which is not a pattern',
    async (text) => {
      expect(await namesWithPrefix(text)).toEqual([]);
    },
  );

  it('are found by prefix up to a limit per name', async () => {
    const { maxPrefixMatches } = subject.chunkStore;
    const sameNames = Array.from({ length: 60 }, (_, index) => definition(`A${index}.get`, index + 1));
    const otherNames = Array.from({ length: maxPrefixMatches }, (_, index) =>
      definition(`getter${index}`, index + 61),
    );
    await store(
      [{ path: 'a.py', text: numberedLines(200, 'a'), symbols: [...sameNames, ...otherNames] }],
      otherKey,
    );
    const symbols = await subject.chunkStore.symbolsWithPrefix(otherKey, 'get', maxPrefixMatches + 50);
    expect(symbols).toHaveLength(maxPrefixMatches);
    expect(symbols.filter(({ name }) => name === 'get').length).toBeLessThan(10);
    expect(symbols[0]?.name).toBe('get');
  });

  const namesContaining = async (...pieces: string[]) =>
    (await subject.chunkStore.namesContaining(key, pieces)).map(({ name }) => name);

  it('are found by pieces of their names, ignoring case and underscores, each name once', async () => {
    expect(await namesContaining('skru')).toEqual(['Flask_run']);
    expect(new Set(await namesContaining('run'))).toEqual(new Set(['run', 'Flask_run']));
    expect(await namesContaining('flask')).toEqual(['Flask', 'Flask_run']);
    expect(await namesContaining('nothing', 'lask')).toEqual(['Flask', 'Flask_run']);
    const [run] = (await subject.chunkStore.namesContaining(key, ['run'])).filter(
      ({ name }) => name === 'run',
    );
    expect(run).toEqual({ name: 'run', qualifiedName: 'run', path: 'src/app.py' });
    expect(await subject.chunkStore.namesContaining(otherKey, ['run'])).toEqual([]);
  });

  it.each([[''], ['%'], ['_'], ["' OR 1=1"], ['Run']])(
    'are not found by the piece %j, which is not a pattern',
    async (piece) => {
      expect(await namesContaining(piece)).toEqual([]);
    },
  );

  it('are found by pieces up to a limit, sources first', async () => {
    const { maxNames, maxPieces } = subject.chunkStore;
    const many = Array.from({ length: maxNames + 20 }, (_, index) =>
      definition(`test_piece${index}`, index + 1),
    );
    await store(
      [
        { path: 'tests/test_a.py', text: numberedLines(many.length, 'a'), symbols: many },
        { path: 'z.py', text: 'z\n', symbols: [definition('piece', 1)] },
      ],
      otherKey,
    );
    const names = await subject.chunkStore.namesContaining(otherKey, ['piece']);
    expect(names).toHaveLength(maxNames);
    expect(names[0]?.name).toBe('piece');
    const pieces = Array.from({ length: maxPieces }, (_, index) => `no${index}`);
    expect(await subject.chunkStore.namesContaining(otherKey, [...pieces, 'piece'])).toEqual([]);
  });

  it('are notable if they are the longest exported definitions of source files, documented ones first', async () => {
    await store(
      [
        {
          path: 'src/a.py',
          text: numberedLines(60, 'a'),
          symbols: [
            createLongDefinition('short', 1, 2),
            createLongDefinition('longest', 3, 30),
            createLongDefinition('described', 33, 4, { documentation: 'Described.' }),
            createLongDefinition('hidden', 37, 20, { exported: false }),
            createLongDefinition('described.inner', 34, 2, { documentation: 'Inner.' }),
            createLongDefinition('LIMIT', 57, 1, { kind: 'constant', documentation: 'A limit.' }),
          ],
        },
        {
          path: 'tests/test_a.py',
          text: numberedLines(9, 't'),
          symbols: [createLongDefinition('test_a', 1, 9)],
        },
        {
          path: 'src/b.py',
          text: numberedLines(9, 'b'),
          symbols: [createLongDefinition('other', 1, 9, { documentation: 'x' })],
        },
      ],
      otherKey,
    );
    const notable = async (perFile: number) =>
      (await subject.chunkStore.notableSymbols(otherKey, perFile)).map(({ name }) => name);
    expect(await notable(1)).toEqual(['other', 'described']);
    expect(await notable(2)).toEqual(['other', 'described', 'longest']);
    expect(await subject.chunkStore.notableSymbols({ ...otherKey, generation: 2 }, 2)).toEqual([]);
  });
}
