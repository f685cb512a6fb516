/** Questions to begin with: made from what is there, each answered, kept with the state they were made from. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createSecretScanner } from '../../../worker/adapters/secret-rules/secret-scanner.ts';
import { createTreeSitterParser } from '../../../worker/adapters/tree-sitter/parser.ts';
import { openModeViewer } from '../../../worker/core/viewer.ts';
import { resolveSnapshot } from '../../../worker/flows/versions/resolve-snapshot.ts';
import { starterQuestions } from '../../../worker/flows/starter-questions.ts';
import { parseConfig } from '../../../worker/runtime/config.ts';
import { askOf } from '../../support/ask.ts';
import { indexed } from '../../support/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../support/services.ts';
import { smallRepository } from '../../support/small-repository.ts';

let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench(() => ({
    parser: createTreeSitterParser(),
    secretScanner: createSecretScanner(),
    settings: parseConfig({}).settings,
  }));
});

const startersOf = async (id: string, services = bench.services) =>
  starterQuestions(services, await resolveSnapshot(services, openModeViewer, { id, version: undefined }));

const gone = (): never => {
  throw new Error('nothing is to be looked up');
};

describe('starters', () => {
  it('ask what the project is, how to begin, and of its own definitions; each is answered', async () => {
    const { id } = await indexed(bench, smallRepository);
    const starters = await startersOf(id);
    const questions = starters.map(({ question }) => question);
    expect(questions.slice(0, 2)).toEqual(['What is this project?', 'How do I install this project?']);
    expect(questions.some((question) => /`(?:ChunkStore|ParcelError|verify|upload)`/.test(question))).toBe(
      true,
    );
    expect(starters.length).toBeGreaterThanOrEqual(4);
    for (const { question, about } of starters) {
      const { verdict, claims } = await askOf(bench.services, { id, question });
      expect(verdict, question).toMatchObject({ refused: false, confidence: 'high' });
      expect(claims.some(({ state }) => state === 'verified')).toBe(true);
      expect(question.length).toBeLessThanOrEqual(90);
      expect(about).not.toBe('');
    }
  });

  it('are made once for a state of the index', async () => {
    const { id } = await indexed(bench, smallRepository, { ref: 'kept' });
    const first = await startersOf(id);
    const { textIndex, chunkStore } = bench.services;
    const services = {
      ...bench.services,
      textIndex: { ...textIndex, search: gone, documentFrequencies: gone },
      chunkStore: { ...chunkStore, listFiles: gone, notableSymbols: gone },
    };
    expect(await startersOf(id, services)).toEqual(first);
  });

  it('are none where nothing is there to ask about', async () => {
    const { id } = await indexed(bench, { 'data.csv': '1,2\n' }, { name: 'bare' });
    expect(await startersOf(id)).toEqual([]);
    const { events, verdict } = await askOf(bench.services, { id, question: 'explain everything' });
    expect(verdict).toMatchObject({ class: 'too-broad', refused: false });
    expect(events.map(({ type }) => type)).not.toContain('suggestions');
  });
});
