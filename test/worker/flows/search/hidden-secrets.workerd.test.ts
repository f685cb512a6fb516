/** A key in a repository is stored but never shown: no event, result, file, match or term contains it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createSecretScanner } from '../../../../worker/adapters/secret-rules/secret-scanner.ts';
import { createTreeSitterParser } from '../../../../worker/adapters/tree-sitter/parser.ts';
import { openModeViewer as viewer } from '../../../../worker/core/viewer.ts';
import { listFolder, readFile } from '../../../../worker/flows/browse/browse-snapshot.ts';
import { grepSnapshot } from '../../../../worker/flows/search/grep-snapshot.ts';
import { resolveSnapshot } from '../../../../worker/flows/versions/resolve-snapshot.ts';
import { noFilters } from '../../../../worker/flows/search/search-filters.ts';
import { searchSnapshot } from '../../../../worker/flows/search/search-snapshot.ts';
import { askWorkbench } from '../../../support/samples/ask-workbench.ts';
import { uploadAndIndex } from '../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';
import { secrets, smallRepository } from '../../../support/files/small-repository.ts';

let bench: Workbench;
let id: string;
beforeAll(async () => {
  bench = await openWorkbench(() => ({
    parser: createTreeSitterParser(),
    secretScanner: createSecretScanner(),
  }));
  ({ id } = await uploadAndIndex(bench, smallRepository));
});

function isShown(shown: unknown): boolean {
  return Object.values(secrets).some((secret) => JSON.stringify(shown).includes(secret));
}

describe('a key in the repository', () => {
  it('is stored, since otherwise these tests would prove nothing', async () => {
    const { key } = await resolveSnapshot(bench.services, viewer, { id, version: undefined });
    expect(isShown(await bench.services.chunkStore.readFile(key, 'src/parcel/upload.py'))).toBe(true);
  });

  it.each([
    ['How are archives uploaded with a token?'],
    ['What is in src/parcel/upload.py?'],
    ['What does `upload` do?'],
    ['What is `TOKEN`?'],
    [`Where is ${secrets.github} used?`],
    [`What is \`${secrets.aws}\`?`],
  ])('is in no event of an answer: %s', async (question) => {
    const { events } = await askWorkbench(bench.services, { id, question });
    // The receipt and the question repeat the user's words.
    const shownEvents = events
      .filter((event) => event.type !== 'question')
      .map((event) => (event.type === 'receipt' ? { ...event.receipt, question: '', answered: '' } : event));
    // The answer may name the requested key as missing, but nothing is found by it.
    const shown = JSON.stringify(shownEvents).replace(/Not found:[^"]*|"missing":\[[^\]]*\]/g, '');
    expect(isShown(shown)).toBe(false);
    if (question.includes(secrets.github) || question.includes(secrets.aws))
      expect(events.at(-1)).toMatchObject({ verdict: { refused: true } });
  });

  it('is in no search result, whatever the query', async () => {
    for (const query of ['upload token', 'TOKEN', 'src/parcel/upload.py', secrets.github, secrets.aws]) {
      const outcome = await searchSnapshot(bench.services, viewer, {
        id,
        version: undefined,
        query,
        topK: 50,
        filters: noFilters,
        expandGraph: true,
        ranking: {},
        modalityQuery: undefined,
      });
      const { resolved: _, ...found } = outcome;
      expect(isShown(found.spans.map(({ ranked: __, ...span }) => span))).toBe(false);
    }
  });

  it('is in no file text, folder, symbol, coverage or grep match, nor in the lines around a match', async () => {
    const { key } = await resolveSnapshot(bench.services, viewer, { id, version: undefined });
    const { services } = bench;
    const everyLine = {
      pattern: '.*',
      paths: [],
      languages: [],
      ignoreCase: true,
      context: 10,
      limit: 10_000,
    };
    expect(isShown((await readFile(services, key, 'src/parcel/upload.py')).text)).toBe(false);
    expect(isShown(await listFolder(services, key, 'src/parcel'))).toBe(false);
    expect(isShown(await services.chunkStore.symbolsOfFile(key, 'src/parcel/upload.py'))).toBe(false);
    expect(isShown(await grepSnapshot(services, key, everyLine))).toBe(false);
    const coverage = await services.chunkStore.coverage(key);
    expect(isShown(coverage)).toBe(false);
    expect(coverage.masked.map((mask) => mask.line)).toEqual([3, 3, 7, 8]);
  });

  it('is not a term of the index', async () => {
    const { key } = await resolveSnapshot(bench.services, viewer, { id, version: undefined });
    const terms = Object.values(secrets).map((secret) => secret.toLowerCase());
    expect((await bench.services.textIndex.documentFrequencies(key, terms)).size).toBe(0);
  });
});
