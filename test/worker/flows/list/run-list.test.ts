import { describe, expect, it } from 'vitest';
import type { ListQuery } from '../../../../worker/core/answers/list-query.ts';
import { runList } from '../../../../worker/flows/list/run-list.ts';
import { createListServices } from '../../../support/workbench/list-services.ts';
import { graphSnapshot } from '../../../support/workbench/graph-services.ts';

async function limitsOf(
  query: ListQuery,
  content: Parameters<typeof createListServices>[0],
): Promise<readonly string[]> {
  return (await runList(createListServices(content), graphSnapshot, { query })).limits;
}

const occurrences = { list: 'occurrences', name: 'tide' } as const;

describe('the definition around a place', () => {
  const texts = { 'src/quay.py': 'tide\n\n\ntide = 1\n  tide()\n\ntide\n' };
  const symbols = [
    { path: 'src/quay.py', qualifiedName: 'Quay', startLine: 3, endLine: 6 },
    { path: 'src/quay.py', qualifiedName: 'Quay.open', startLine: 5, endLine: 5 },
  ];

  it('is the innermost one', async () => {
    const { rows } = await runList(createListServices({ texts, symbols }), graphSnapshot, {
      query: occurrences,
    });
    expect(rows.map(({ line, symbol }) => [line, symbol])).toEqual([
      [1, undefined],
      [4, 'Quay'],
      [5, 'Quay.open'],
      [7, undefined],
    ]);
  });

  it('is read once for each file, and only up to the last returned row', async () => {
    const services = createListServices({ texts: { ...texts, 'src/sea.py': 'tide\ntide\n' }, symbols });
    const outcome = await runList(services, graphSnapshot, { query: occurrences, rowLimit: 2 });
    expect(services.spans).toMatchObject([{ path: 'src/quay.py', startLine: 1, endLine: 4 }]);
    expect([outcome.rows.length, outcome.found, outcome.total]).toEqual([2, 6, 6]);
  });

  it('is omitted, with a reason, once the time is over', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 150 }, (_, at) => [`src/berth${String(at).padStart(3, '0')}.py`, 'tide\n']),
    );
    const services = createListServices({
      texts: many,
      symbols: Object.keys(many).map((path) => ({ path, qualifiedName: 'dock', startLine: 1, endLine: 1 })),
      readMs: 60_000,
    });
    const { rows, limits } = await runList(services, graphSnapshot, { query: occurrences });
    expect(rows[0]?.symbol).toBe('dock');
    expect(rows.at(-1)?.symbol).toBeUndefined();
    expect(limits).toEqual([
      expect.stringContaining('before it had named the definition around every place'),
    ]);
  });
});

it('ends a list of definitions at its time limit', async () => {
  const texts = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`src/berth${at}.py`, 'x\n']));
  const services = createListServices({ texts, readMs: 15_000 });
  const outcome = await runList(services, graphSnapshot, { query: { list: 'definitions' } });
  expect(outcome.truncatedBy).toBe('time');
});

describe('files that were not searched', () => {
  const skipped = [
    { path: 'src/tables.py', reason: 'too-large', detail: '' },
    { path: 'web/bundle.ts', reason: 'minified', detail: '' },
    { path: 'logo.png', reason: 'binary', detail: '' },
    { path: 'package-lock.json', reason: 'lock-file', detail: '' },
  ] as const;
  it.each([
    [occurrences, '3 files in the repository are not indexed, so they were not searched (too large: 1'],
    [
      { ...occurrences, paths: ['src/**'] },
      '1 file in the repository is not indexed, so it was not searched',
    ],
    [{ list: 'definitions' }, '2 files in the repository are not indexed'],
    [{ list: 'raises', languages: ['typescript'] }, '1 file in the repository is not indexed'],
    [{ list: 'implementations', name: 'Ship' }, '2 files in the repository are not indexed'],
  ] satisfies [ListQuery, string][])('of %o', async (query, sentence) => {
    expect(await limitsOf(query, { texts: {}, skipped })).toEqual([expect.stringContaining(sentence)]);
  });

  it('do not count if they are outside the scope of the list', async () => {
    expect(await limitsOf({ ...occurrences, paths: ['docs/**'] }, { texts: {}, skipped })).toEqual([]);
  });

  it('are also those in a language without a grammar', async () => {
    const texts = {
      'app/Ship.kt': 'class Ferry : Ship()\n',
      'notes.md': 'Ship\n',
      'deploy.sh': 'ship() { :; }\n',
    };
    expect(await limitsOf({ list: 'definitions' }, { texts })).toEqual([
      '2 files could not be read, because kotlin, shell have no grammar',
    ]);
    expect(await limitsOf({ list: 'implementations', name: 'Ship' }, { texts })).toEqual([
      '1 file could not be read, because kotlin has no grammar',
    ]);
  });

  it('are also those that the parser refuses', async () => {
    const texts = { 'src/long.py': 'x = 1\n'.repeat(1_000) };
    expect(await limitsOf({ list: 'definitions' }, { texts })).toEqual(['1 file could not be parsed']);
  });
});
