/**
 * A model chooses the definitions that a question needs, through a started server: the choice comes first in the context and in the evidence of
 * an answer, it is paid and reported, and without it the ranking decides.
 */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answeringSource, packProject } from '../../support/files/own-source.ts';
import { findTagged } from '../../support/fakes/overlap-model.ts';
import {
  findEvidenceIds,
  type ProviderCall,
  type ProviderReply,
} from '../../support/providers/provider-script.ts';
import { startProviders, type Providers } from '../../support/providers/start-providers.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

const question = 'How does a claim get its state when one of several checks of its citation fails?';

let providers: Providers;
let journey: JourneyServer;
let id: string;
let choiceReply: (list: string) => string | ProviderReply;
const isChoice = ({ prompt }: ProviderCall): boolean => findTagged(prompt, 'list').length > 0;
const writeAnswer = ({ prompt }: ProviderCall): string =>
  `The checks decide it [chunk:${findEvidenceIds(prompt)[0]}].`;

beforeAll(async () => {
  providers = await startProviders({
    script: (call) =>
      isChoice(call) ? choiceReply(findTagged(call.prompt, 'list')[0]?.text ?? '') : writeAnswer(call),
  });
  const environment = { ...providers.environment, MODELS: 'openai/scripted' };
  journey = await startJourneyServer({ ...environment, MODEL_PRICES: 'openai/scripted=1/2' });
  ({ id } = await journey.index('claims', (await packProject(answeringSource)).archive));
});
afterAll(async () => {
  await journey.close();
  await providers.close();
});
/** The last definition of the list with a line of its own. */
const lastNumber = (list: string): number =>
  Math.max(...[...list.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number)));
beforeEach(() => {
  choiceReply = (list) => `{"definitions": [${lastNumber(list)}]}`;
});

const countChoices = (): number => providers.calls.filter(({ call }) => isChoice(call)).length;

describe('the context of a question', () => {
  it('begins with what the model chose, and says so', async () => {
    const ranked = await journey.client.context(id, { question, definitionChoice: 'ranking' });
    const { choice, notes, ...context } = await journey.client.context(id, { question });
    const [first, ...others] = context.spans;
    expect(choice).toMatchObject({ chosen: 1 });
    expect(choice?.listed).toBeGreaterThan(30);
    expect(notes).toBeUndefined();
    expect(first).toMatchObject({ chosen: true, score: 1 });
    expect(ranked.spans[0]?.url).not.toBe(first?.url);
    expect(others.every(({ chosen }) => chosen === undefined)).toBe(true);
    // The chosen definition takes part of the budget, so the best ranked span may have fewer definitions.
    expect(others[0]?.path).toBe(ranked.spans[0]?.path);
  });

  it('has the ranked order without a call if the request says so, or if everything is shown', async () => {
    const before = countChoices();
    const ranked = await journey.client.context(id, { question, definitionChoice: 'ranking' });
    expect(ranked.choice).toBeUndefined();
    expect(ranked.spans.some(({ chosen }) => chosen === true)).toBe(false);
    const size = { maxTokens: 200_000, maxSpans: 200 };
    expect((await journey.client.context(id, { question, ...size })).choice).toBeUndefined();
    expect(countChoices()).toBe(before);
  });

  it('has the ranked order and a note if the model gives no number', async () => {
    choiceReply = () => '{"definitions": []}';
    const { spans, notes, choice } = await journey.client.context(id, { question });
    const ranked = await journey.client.context(id, { question, definitionChoice: 'ranking' });
    expect(spans).toEqual(ranked.spans);
    expect(choice).toBeUndefined();
    expect(notes).toEqual([expect.stringMatching(/^The ranking ordered the definitions, not a model: /)]);
  });
});

const ask = () => journey.client.answer(id, { question, retry: true });

describe('an answer by a model', () => {
  it('is written from the choice, shows it on the source, and includes its cost', async () => {
    const { evidence, generation, reading } = await ask();
    expect(evidence[0]).toMatchObject({ scores: { chosen: 1 } });
    expect(reading.notes).toBeUndefined();
    const writing = providers.calls.at(-1)?.call;
    const promptTokens = Math.ceil((writing?.prompt.length ?? 0) / 4);
    expect(generation?.usage?.input).toBeGreaterThan(promptTokens + 1_000);
  });

  it('says that the ranking decided if the choice fails, and is written nevertheless', async () => {
    choiceReply = () => 'No numbers.';
    const { claims, reading, answerer } = await ask();
    expect(answerer).toBe('openai/scripted');
    expect(claims).toHaveLength(1);
    expect(reading.notes).toEqual([
      expect.stringContaining('The ranking ordered the definitions, not a model'),
    ]);
  });

  it('asks no model to choose if the composer writes', async () => {
    const before = providers.calls.length;
    const { answerer } = await journey.client.answer(id, { question, retry: true, model: 'embedded' });
    expect(answerer).toBe('embedded');
    expect(providers.calls).toHaveLength(before);
  });
});
