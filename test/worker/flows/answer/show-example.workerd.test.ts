/** The example for new users is a checked answer of high confidence, preferably one that the graph makes complete. */
import { beforeEach, expect, it } from 'vitest';
import type { AnswerEvent } from '../../../../worker/core/answers/answer.ts';
import { AppError } from '../../../../worker/core/errors.ts';
import { openModeViewer } from '../../../../worker/core/viewer.ts';
import { clearExampleRetries, showExample } from '../../../../worker/flows/answer/show-example.ts';
import { starterQuestions } from '../../../../worker/flows/answer/suggest-questions.ts';
import { resolveSnapshot } from '../../../../worker/flows/versions/resolve-snapshot.ts';
import { smallRepository } from '../../../support/files/small-repository.ts';
import { openAnsweringWorkbench } from '../../../support/workbench/open-answering-workbench.ts';
import { uploadAndIndex } from '../../../support/workbench/run-jobs.ts';
import type { Workbench } from '../../../support/workbench/workbench.ts';

let bench: Workbench;
beforeEach(async () => {
  bench = await openAnsweringWorkbench();
  clearExampleRetries();
});

it('is none without a repository that can answer', async () => {
  expect(await showExample(bench.services, openModeViewer)).toBeUndefined();
  await uploadAndIndex(bench, { 'data.csv': '1,2\n' }, { name: 'bare' });
  expect(await showExample(bench.services, openModeViewer)).toBeUndefined();
});

const part = (name: string, meaning: string): string =>
  `class ${name}:\n    """${meaning}"""\n\n    def __init__(self, length):\n        self.length = length\n`;

it('asks the graph if a suggested question does, and every claim was found', async () => {
  const boats = ['ferry', 'barge', 'tug', 'yacht', 'canoe'].map((boat) => [
    `src/${boat}.py`,
    `from hull import Hull\nfrom mast import Mast\n\n\ndef launch_${boat}(length):\n    """Launches a ${boat}."""\n    return Hull(length), Mast(length)\n`,
  ]);
  const { id } = await uploadAndIndex(bench, {
    ...Object.fromEntries(boats),
    'src/hull.py': part('Hull', 'The hull of a boat.'),
    'src/mast.py': part('Mast', 'The mast of a boat.'),
    'README.md': '# Boats\n\nBoats launches boats of many kinds.\n',
  });
  const resolved = await resolveSnapshot(bench.services, openModeViewer, { id, version: undefined });
  const questions = (await starterQuestions(bench.services, resolved)).map(({ question }) => question);
  const example = (await showExample(bench.services, openModeViewer)) ?? expect.fail('no example');
  expect(example.question).toMatch(/^What breaks if/);
  expect(questions).toEqual(expect.arrayContaining([example.question, ...example.otherQuestions]));
  expect(example.otherQuestions).not.toContain(example.question);
  const states = new Map(
    example.events.flatMap((event) =>
      event.type === 'claim' ? [[event.claim.id, event.claim.state] as const] : [],
    ),
  );
  expect(states.size).toBeGreaterThan(0);
  expect([...new Set(states.values())]).toEqual(['verified']);
});

it('is chosen once, and then read from the cache', async () => {
  await uploadAndIndex(bench, smallRepository);
  const first = await showExample(bench.services, openModeViewer);
  const second = await showExample(bench.services, openModeViewer);
  expect(second?.question).toBe(first?.question);
  expect(second?.answer.cached).toBe(true);
});

it('is found after a temporary failure, and not searched for again at once', async () => {
  const { id } = await uploadAndIndex(bench, smallRepository);
  const { answerCache, build, chunkStore, dense, settings, textIndex } = bench.services;
  if (dense === undefined) return expect.fail('no embedder');
  const { key } = await resolveSnapshot(bench.services, openModeViewer, { id, version: undefined });
  const starter: AnswerEvent = { type: 'suggestions', questions: ['How does `upload` work?', 'upload'] };
  await answerCache.write(key, `starters ${build} ${JSON.stringify(settings.retrieval)}`, [starter]);
  let searches = 0;
  const embedQuery = () => {
    searches += 1;
    return Promise.reject(new AppError('embedder_unavailable', 'The embedder is down.'));
  };
  const failing = {
    ...bench.services,
    chunkStore: { ...chunkStore, findSymbols: async () => [] },
    textIndex: { ...textIndex, search: async () => [], documentFrequencies: async () => new Map() },
    dense: { ...dense, embedder: { ...dense.embedder, embedQuery } },
  };
  expect(await showExample(failing, openModeViewer)).toBeUndefined();
  const firstSearches = searches;
  expect(firstSearches).toBeGreaterThan(0);
  expect(await showExample(failing, openModeViewer)).toBeUndefined();
  expect(searches).toBe(firstSearches);

  bench.clock.advance(61_000);
  expect((await showExample(bench.services, openModeViewer))?.question).toBe('How does `upload` work?');
});

it('is chosen again if the stored question has no convincing answer any more', async () => {
  const { id } = await uploadAndIndex(bench, smallRepository);
  const first = (await showExample(bench.services, openModeViewer)) ?? expect.fail('no example');
  const { key } = await resolveSnapshot(bench.services, openModeViewer, { id, version: undefined });
  const digest = `example ${bench.services.build} ${JSON.stringify(bench.services.settings.retrieval)}`;
  const questions = ['What do the unicorns of the moon eat?'];
  await bench.services.answerCache.write(key, digest, [{ type: 'suggestions', questions }]);
  const second = await showExample(bench.services, openModeViewer);
  expect(second?.question).toBe(first.question);
});

it('is chosen once for visitors at the same time', async () => {
  await uploadAndIndex(bench, smallRepository);
  const { answerCache } = bench.services;
  const written: string[] = [];
  const write: typeof answerCache.write = async (key, digest, events) => {
    written.push(digest);
    await answerCache.write(key, digest, events);
  };
  const services = { ...bench.services, answerCache: { ...answerCache, write } };
  const examples = await Promise.all([1, 2, 3].map(() => showExample(services, openModeViewer)));
  expect(new Set(examples.map((example) => example?.question)).size).toBe(1);
  expect(written.filter((digest) => digest.startsWith('example '))).toHaveLength(1);
});

it('skips a repository that is removed meanwhile', async () => {
  const { id } = await uploadAndIndex(bench, smallRepository);
  const { id: removed } = await uploadAndIndex(bench, smallRepository, { name: 'removed' });
  const { catalog } = bench.services;
  const readRepository: typeof catalog.readRepository = async (viewer, requested) =>
    requested === removed ? undefined : catalog.readRepository(viewer, requested);
  const services = { ...bench.services, catalog: { ...catalog, readRepository } };
  expect((await showExample(services, openModeViewer))?.repository.id).toBe(id);
});

it('is not about a public repository of another user', async () => {
  const { id } = await uploadAndIndex(bench, smallRepository);
  await bench.services.catalog.publishRepository(id);
  const visitor = { kind: 'anonymous', id: 'visitor:1', addressId: 'a' } as const;
  expect(await showExample(bench.services, openModeViewer)).toBeDefined();
  expect(await showExample(bench.services, visitor)).toBeUndefined();
  const page = { kind: 'publishable', id: 'publishable:k', keyId: 'k', userId: 'u', limits: {} } as const;
  expect(await showExample(bench.services, { ...page, repository: id })).toBeDefined();
});
