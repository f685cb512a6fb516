/** The example for new users is a checked answer of high confidence, preferably one that the graph makes complete. */
import { beforeEach, expect, it } from 'vitest';
import { openModeViewer } from '../../../../worker/core/viewer.ts';
import { showExample } from '../../../../worker/flows/answer/show-example.ts';
import { starterQuestions } from '../../../../worker/flows/answer/suggest-questions.ts';
import { resolveSnapshot } from '../../../../worker/flows/versions/resolve-snapshot.ts';
import { smallRepository } from '../../../support/files/small-repository.ts';
import { openAnsweringWorkbench } from '../../../support/workbench/open-answering-workbench.ts';
import { uploadAndIndex } from '../../../support/workbench/run-jobs.ts';
import type { Workbench } from '../../../support/workbench/workbench.ts';

let bench: Workbench;
beforeEach(async () => {
  bench = await openAnsweringWorkbench();
});

it('is none without a repository that can answer', async () => {
  expect(await showExample(bench.services, openModeViewer)).toBeUndefined();
  await uploadAndIndex(bench, { 'data.csv': '1,2\n' }, { name: 'bare' });
  expect(await showExample(bench.services, openModeViewer)).toBeUndefined();
});

it('asks the graph if a suggested question does, and every claim was found', async () => {
  const part = (name: string, meaning: string): string =>
    `class ${name}:\n    """${meaning}"""\n\n    def __init__(self, length):\n        self.length = length\n`;
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
