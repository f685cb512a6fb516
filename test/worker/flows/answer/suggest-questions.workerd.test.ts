/** Suggested questions are derived from the repository, have an answer, and are cached with their snapshot. */
import { beforeAll, describe, expect, it } from 'vitest';
import { openModeViewer } from '../../../../worker/core/viewer.ts';
import { starterQuestions } from '../../../../worker/flows/answer/suggest-questions.ts';
import { resolveSnapshot } from '../../../../worker/flows/versions/resolve-snapshot.ts';
import { askWorkbench } from '../../../support/samples/ask-workbench.ts';
import { uploadAndIndex } from '../../../support/workbench/run-jobs.ts';
import { openAnsweringWorkbench } from '../../../support/workbench/open-answering-workbench.ts';
import type { Workbench } from '../../../support/workbench/workbench.ts';
import { smallRepository } from '../../../support/files/small-repository.ts';

let bench: Workbench;
beforeAll(async () => {
  bench = await openAnsweringWorkbench();
});

const suggestFor = async (id: string, services = bench.services) =>
  starterQuestions(services, await resolveSnapshot(services, openModeViewer, { id, version: undefined }));

const failLookup = (): never => {
  throw new Error('no look-up expected');
};

describe('suggested questions', () => {
  it('ask what the project is and about its definitions, and all have answers', async () => {
    const { id } = await uploadAndIndex(bench, smallRepository);
    const starters = await suggestFor(id);
    const questions = starters.map(({ question }) => question);
    expect(questions[0]).toBe('What is this project?');
    expect(questions.some((question) => /`(?:ChunkStore|ParcelError|verify|upload)`/.test(question))).toBe(
      true,
    );
    expect(starters.length).toBeGreaterThanOrEqual(4);
    for (const { question, about } of starters) {
      const { verdict, claims } = await askWorkbench(bench.services, { id, question });
      expect(verdict, question).toMatchObject({ refused: false, confidence: 'high' });
      expect(claims.some(({ state }) => state === 'verified')).toBe(true);
      expect(question.length).toBeLessThanOrEqual(90);
      expect(about).not.toBe('');
    }
  });

  it('are derived once for each snapshot', async () => {
    const { id } = await uploadAndIndex(bench, smallRepository, { ref: 'kept' });
    const first = await suggestFor(id);
    const { textIndex, chunkStore } = bench.services;
    const services = {
      ...bench.services,
      textIndex: { ...textIndex, search: failLookup, documentFrequencies: failLookup },
      chunkStore: { ...chunkStore, listFiles: failLookup, notableSymbols: failLookup },
    };
    expect(await suggestFor(id, services)).toEqual(first);
  });

  it('are empty for a repository without content to ask about', async () => {
    const { id } = await uploadAndIndex(bench, { 'data.csv': '1,2\n' }, { name: 'bare' });
    expect(await suggestFor(id)).toEqual([]);
    const { events, verdict } = await askWorkbench(bench.services, { id, question: 'explain everything' });
    expect(verdict).toMatchObject({ class: 'too-broad', refused: false });
    expect(events.map(({ type }) => type)).not.toContain('suggestions');
  });
});

describe('narrower questions', () => {
  let id: string;
  beforeAll(async () => {
    ({ id } = await uploadAndIndex(bench, smallRepository, { name: 'narrower' }));
  });

  const suggestNarrowerFor = async (question: string): Promise<readonly string[]> => {
    const { events, verdict } = await askWorkbench(bench.services, { id, question });
    expect(verdict).toMatchObject({ class: 'too-broad', refused: false });
    return events.flatMap((event) => (event.type === 'suggestions' ? event.questions : []));
  };

  it('are all answered', async () => {
    const questions = await suggestNarrowerFor('explain everything');
    expect(questions.length).toBeGreaterThan(2);
    for (const question of questions) {
      const { verdict, claims } = await askWorkbench(bench.services, { id, question });
      expect(verdict, question).toMatchObject({ refused: false, confidence: 'high' });
      expect(verdict?.class, question).not.toBe('too-broad');
      expect(claims.some(({ state }) => state === 'verified')).toBe(true);
    }
  });

  it('start with definitions if the question asks for all of them', async () => {
    const [forEverything, forFunctions] = [
      await suggestNarrowerFor('explain everything'),
      await suggestNarrowerFor('List all functions'),
    ];
    expect(forEverything[0]).not.toContain('`');
    expect(forFunctions[0]).toContain('`');
    expect(forFunctions.toSorted()).toEqual(forEverything.toSorted());
  });
});
