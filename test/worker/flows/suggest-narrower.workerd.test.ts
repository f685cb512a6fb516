/** What is offered instead of an answer about everything: questions of this repository, each of them answered. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createSecretScanner } from '../../../worker/adapters/secret-rules/secret-scanner.ts';
import { createTreeSitterParser } from '../../../worker/adapters/tree-sitter/parser.ts';
import { parseConfig } from '../../../worker/runtime/config.ts';
import { askOf } from '../../support/ask.ts';
import { indexed } from '../../support/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../support/services.ts';
import { smallRepository } from '../../support/small-repository.ts';

let bench: Workbench;
let id: string;
beforeAll(async () => {
  bench = await openWorkbench(() => ({
    parser: createTreeSitterParser(),
    secretScanner: createSecretScanner(),
    settings: parseConfig({}).settings,
  }));
  ({ id } = await indexed(bench, smallRepository));
});

const offeredFor = async (question: string): Promise<readonly string[]> => {
  const { events, verdict } = await askOf(bench.services, { id, question });
  expect(verdict).toMatchObject({ class: 'too-broad', refused: false });
  return events.flatMap((event) => (event.type === 'suggestions' ? event.questions : []));
};

describe('what is offered', () => {
  it('is answered when it is asked', async () => {
    const questions = await offeredFor('explain everything');
    expect(questions.length).toBeGreaterThan(2);
    for (const question of questions) {
      const { verdict, claims } = await askOf(bench.services, { id, question });
      expect(verdict, question).toMatchObject({ refused: false, confidence: 'high' });
      expect(verdict?.class, question).not.toBe('too-broad');
      expect(claims.some(({ state }) => state === 'verified')).toBe(true);
    }
  });

  it('begins with definitions for those who ask for all of them', async () => {
    const [ofAll, ofFunctions] = [
      await offeredFor('explain everything'),
      await offeredFor('List all functions'),
    ];
    expect(ofAll[0]).not.toContain('`');
    expect(ofFunctions[0]).toContain('`');
    expect(ofFunctions.toSorted()).toEqual(ofAll.toSorted());
  });
});
