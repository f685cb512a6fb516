/**
 * A model judges the claims of an answer after its text: the claims are sent again, stored, signed and counted. Without a request or a
 * setting, no model is asked.
 */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnswerStreamPart } from '../../../worker/contract/answers/stream.ts';
import { findSignatureProblem } from '../../../worker/core/answers/receipt.ts';
import { parseEvidenceBlocks } from '../../support/samples/model-answers.ts';
import { packAnsweredRepository } from '../../support/samples/written-answers.ts';
import {
  findEvidenceIds,
  type ProviderCall,
  type ProviderReply,
} from '../../support/providers/provider-script.ts';
import { startProviders, type Providers } from '../../support/providers/start-providers.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

const question = 'How many seconds are between the attempts of a job?';
const isJudging = ({ prompt }: ProviderCall): boolean => prompt.includes('<sentence id="1"');

let providers: Providers;
let journey: JourneyServer;
let id: string;
let verdicts: string | ProviderReply;

const verdict = (sentence: number, supported: string, quotation: string) => ({
  sentence,
  supported,
  quotation,
});
const usualVerdicts = JSON.stringify({
  verdicts: [
    verdict(1, 'yes', 'return rng() * ceiling'),
    verdict(2, 'no', 'The ceiling doubles with every attempt'),
    verdict(3, 'yes', 'words that are nowhere'),
  ],
});

beforeAll(async () => {
  providers = await startProviders({
    script: (call) => {
      if (isJudging(call)) return verdicts;
      const delay = parseEvidenceBlocks(call.prompt).find(({ text }) => text.includes('rng() * ceiling'));
      const cited = `[chunk:${delay?.id ?? findEvidenceIds(call.prompt)[0] ?? ''}]`;
      // Judgments of equal sentences are reused, so another question gets other sentences.
      const start = call.prompt.includes('Say why.') ? 'By design the' : 'The';
      return `${start} delay is random, below a ceiling ${cited}. ${start} ceiling triples with every attempt ${cited}. It ends at \`MAX_SECONDS\` ${cited}. The evidence does not show who chose it [chunk:none].`;
    },
  });
  journey = await startJourneyServer({
    ...providers.environment,
    MODELS: 'openai/writer',
    MODEL_PRICES: 'openai/writer=1/2',
    DEFINITION_CHOICE: 'ranking',
    OUT_OF_SCOPE_BELOW: '0',
  });
  ({ id } = await journey.index('sluice', await packAnsweredRepository()));
});
afterAll(async () => {
  await journey.close();
  await providers.close();
});
beforeEach(() => {
  verdicts = usualVerdicts;
});

const countJudgings = (): number => providers.calls.filter(({ call }) => isJudging(call)).length;

describe('an answer with a judging model', () => {
  it('sends the claims again after the text, and stores and signs their judgments', async () => {
    const conversationId = 'judged';
    const parts: AnswerStreamPart[] = [];
    const body = { question, conversationId, options: { judge: true } };
    for await (const { part } of journey.client.streamAnswer(id, body)) parts.push(part);
    const textEnd = parts.findLastIndex(({ type }) => type === 'text-delta');
    const judged = parts.flatMap((part, index) =>
      part.type === 'data-claim' && part.data.judgment !== undefined ? [{ index, claim: part.data }] : [],
    );
    expect(judged.map(({ claim }) => [claim.id, claim.judgment?.verdict])).toEqual([
      ['c1', 'confirmed'],
      ['c2', 'disputed'],
    ]);
    for (const { index } of judged) expect(index).toBeGreaterThan(textEnd);
    expect(judged[1]?.claim.judgment).toEqual({
      verdict: 'disputed',
      model: 'openai/writer',
      quotation: 'The ceiling doubles with every attempt',
    });
    const generation = parts.flatMap((part) => (part.type === 'data-generation' ? [part.data] : []));
    expect(generation).toHaveLength(1);
    const [facts] = generation;
    expect(facts?.judging).toMatchObject({
      model: 'openai/writer',
      claims: 3,
      confirmed: 1,
      disputed: 1,
      dropped: 1,
      note: null,
    });
    expect(facts?.judging?.usage.input).toBeGreaterThan(0);
    // The totals include the judging call.
    expect(facts?.usage.input).toBeGreaterThan(facts?.judging?.usage.input ?? Infinity);
    expect(facts?.costUsd).toBeGreaterThan(facts?.judging?.costUsd ?? Infinity);
    const receipt = parts.flatMap((part) => (part.type === 'data-receipt' ? [part.data] : []))[0];
    expect(receipt?.claims.map(({ judgment }) => judgment?.verdict)).toEqual([
      'confirmed',
      'disputed',
      undefined,
      undefined,
    ]);
    expect(receipt && (await findSignatureProblem(receipt))).toBeUndefined();
    const { turns } = await journey.client.getConversation(id, conversationId);
    expect(JSON.stringify(turns)).toContain('The ceiling doubles with every attempt');
  });

  it('is reused with its judgments, and a new answer reuses the judgments of equal claims', async () => {
    const options = { judge: true };
    const before = countJudgings();
    const again = await journey.client.answer(id, { question, options });
    expect(again.cached).toBe(true);
    expect(again.claims.map(({ judgment }) => judgment?.verdict)).toContain('disputed');
    expect(countJudgings()).toBe(before);
    const fresh = await journey.client.answer(id, { question, options, retry: true, conversationId: 'new' });
    expect(fresh.generation?.judging).toMatchObject({ cached: 2, claims: 3 });
  });

  it('has a note and no judgments if the model replies something else, and is not reused', async () => {
    verdicts = 'They all look fine to me.';
    const request = { question: `${question} Say why.`, options: { judge: true } };
    const answer = await journey.client.answer(id, request);
    expect(answer.claims.length).toBeGreaterThan(2);
    expect(answer.generation?.judging?.note).toMatch(/^The claims have no judgments: /);
    expect(answer.degraded).toBeUndefined();
    expect((await journey.client.answer(id, request)).cached).toBe(false);
  });
});

describe('an answer without a judging model', () => {
  it('asks no model, unless the request does', async () => {
    const before = countJudgings();
    const { claims, generation } = await journey.client.answer(id, { question: `${question} Briefly.` });
    expect(claims.some(({ judgment }) => judgment !== undefined)).toBe(false);
    expect(generation).not.toHaveProperty('judging');
    expect(countJudgings()).toBe(before);
  });
});
