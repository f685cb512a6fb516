/**
 * Answers that people wrote from evidence, in many styles, come from a provider through the whole answer to the public API. Every citation is
 * read, no text is lost, and what a reader found true is not marked as doubtful.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../worker/contract/answers/schema.ts';
import {
  citePrompt,
  packAnsweredRepository,
  readWrittenAnswers,
  type SentenceLabel,
  type WrittenAnswer,
} from '../../support/samples/written-answers.ts';
import { parseQuestion } from '../../support/samples/model-answers.ts';
import { splitIntoPieces } from '../../support/providers/provider-script.ts';
import { startProviders, type Providers } from '../../support/providers/start-providers.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

const concurrency = 4;
/** For all questions. Journeys share the cores of a machine. */
const hookTimeoutMs = 600_000;
const written = readWrittenAnswers();
const missing: string[] = [];
let providers: Providers;
let journey: JourneyServer;
const answers = new Map<WrittenAnswer, Answer>();

beforeAll(async () => {
  providers = await startProviders({
    script: ({ prompt, number }) => {
      const question = parseQuestion(prompt);
      const found = written.find((item) => item.question === question);
      if (found === undefined) return 'NOT_IN_EVIDENCE';
      const cited = citePrompt(found, prompt);
      missing.push(...cited.missing);
      return splitIntoPieces(cited.text, 11 + (number % 23));
    },
  });
  journey = await startJourneyServer({
    ...providers.environment,
    MODELS: 'openai/writer',
    DEFINITION_CHOICE: 'ranking',
    // The answers are the subject here, so search declines none of the questions.
    OUT_OF_SCOPE_BELOW: '0',
  });
  const { id } = await journey.index('sluice', await packAnsweredRepository());
  const remaining = [...written];
  const askNext = async (): Promise<void> => {
    for (let item = remaining.shift(); item !== undefined; item = remaining.shift())
      answers.set(item, await journey.client.answer(id, { question: item.question }));
  };
  await Promise.all(Array.from({ length: concurrency }, askNext));
}, hookTimeoutMs);
afterAll(async () => {
  await journey.close();
  await providers.close();
});

/** Answers that the model wrote. Search declines a question now and then. */
const answered = (): readonly (readonly [WrittenAnswer, Answer])[] =>
  [...answers].filter(([, { answerer }]) => answerer === 'openai/writer');

type Claim = Answer['claims'][number];

function listClaims(label: SentenceLabel): readonly { readonly style: string; readonly claim: Claim }[] {
  return answered().flatMap(([{ style, labels }, { claims }]) =>
    claims.filter((_claim, index) => labels[index] === label).map((claim) => ({ style, claim })),
  );
}

const describeClaims = (list: ReturnType<typeof listClaims>): readonly string[] =>
  list.map(({ style, claim }) => `${style}: ${claim.state}: ${claim.text}`);

describe('answers in many styles', () => {
  it('are written for nearly every question, from prompts that contain what they cite', () => {
    expect(written.length).toBeGreaterThanOrEqual(60);
    expect(answered().length).toBeGreaterThanOrEqual(written.length * 0.9);
    const citations = written.reduce((sum, { answer }) => sum + (answer.match(/§/g)?.length ?? 0), 0);
    expect(missing.length, missing.join()).toBeLessThanOrEqual(citations * 0.05);
  });

  it('are split into the sentences that a reader labeled, and none is lost', () => {
    for (const [{ style, labels }, { claims }] of answered())
      expect(
        claims.map(({ text }) => text),
        style,
      ).toHaveLength(labels.length);
  });

  it('have every citation assigned to its sentence', () => {
    const uncited = listClaims('true').filter(({ claim }) => claim.citations.length === 0);
    // A citation of evidence that the prompt does not contain is dropped from the sentence.
    expect(uncited.length, describeClaims(uncited).join('\n')).toBeLessThanOrEqual(missing.length);
    expect(listClaims('bare').map(({ claim }) => claim.state)).toEqual(
      listClaims('bare').map(() => 'uncited'),
    );
  });

  it('have nearly no true sentence marked as doubtful', () => {
    const doubtful = listClaims('true').filter(
      ({ claim }) => claim.state === 'partial' || claim.state === 'unsupported',
    );
    expect(doubtful.length, describeClaims(doubtful).join('\n')).toBeLessThanOrEqual(
      listClaims('true').length * 0.05,
    );
  });

  it('state their gaps as sentences that cite nothing', () => {
    const gaps = listClaims('gap');
    expect(gaps.length).toBeGreaterThanOrEqual(12);
    for (const { claim } of gaps) {
      expect(claim.state, claim.text).toBe('gap');
      expect(claim.citations).toEqual([]);
      expect(claim.text).toContain('[chunk:none]');
      expect(claim.text).not.toContain('NOT_IN_EVIDENCE');
    }
    for (const [{ labels }, { refused }] of answered())
      if (labels.includes('gap')) expect(refused).toBe(false);
  });

  it('never have an invented name or number verified', () => {
    const invented = listClaims('false');
    expect(invented.length).toBeGreaterThanOrEqual(3);
    for (const { claim } of invented) expect(['partial', 'unsupported'], claim.text).toContain(claim.state);
  });
});
