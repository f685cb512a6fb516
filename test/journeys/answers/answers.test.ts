/** Asks about this project's own source through the public API: citations resolve, claims are checked, and unanswerable questions are declined. */

import { createHash } from 'node:crypto';
import {
  parseJsonEventStream,
  readUIMessageStream,
  uiMessageChunkSchema,
  type UIMessage,
  type UIMessageChunk,
} from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../worker/contract/answers/schema.ts';
import type { AnswerStreamPart } from '../../../worker/contract/answers/stream.ts';
import { checkGeneratedQuestions } from '../../support/samples/generated-questions.ts';
import { packProject } from '../../support/files/own-source.ts';
import { shareJourneyServer } from '../../support/server/journey-server.ts';
import { getSpans } from '../../support/samples/evidence.ts';

/** The files that the questions are about, and enough other files that a search can go wrong. */
const answeredPart = /^README\.md$|^worker\/(?:core|answering|ingestion|runtime|ports)\/.*\.ts$/;

let journey: Awaited<ReturnType<typeof shareJourneyServer>>;
let id: string;
let files: ReadonlyMap<string, Buffer>;
beforeAll(async () => {
  journey = await shareJourneyServer();
  const project = await packProject(answeredPart);
  files = project.files;
  const repository = await journey.index('wherefore', project.archive);
  expect(repository.status).toBe('ready');
  id = repository.id;
});
afterAll(() => journey.close());

const ask = (question: string): Promise<Answer> => journey.client.answer(id, { question });
const getBytes = (path: string): Buffer => files.get(path) ?? Buffer.alloc(0);
const getText = (path: string): string => getBytes(path).toString('utf8');
const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

describe('an answer', () => {
  it('cites the definition of a name with its lines', async () => {
    const answer = await ask('Where is checkClaim defined?');
    expect(answer).toMatchObject({
      class: 'lookup',
      confidence: 'high',
      refused: false,
      answerer: 'embedded',
    });
    const [evidence] = getSpans(answer);
    expect(evidence?.path).toBe('worker/answering/claims/check-claim.ts');
    const lines = getText(evidence?.path ?? '').split('\n');
    const cited = lines.slice((evidence?.startLine ?? 0) - 1, evidence?.endLine).join('\n');
    expect(cited).toContain('export function checkClaim(');
    expect(evidence?.spanHash).toBe(sha256(`${cited}\n`));
    expect(answer.claims.map((claim) => claim.state)).toEqual(answer.claims.map(() => 'verified'));
  });

  it('finds where the chunks of a file are joined in the project’s code', async () => {
    const answer = await ask('Where are the chunks of a file joined back?');
    expect(answer.refused).toBe(false);
    const verified = answer.claims.filter((claim) => claim.state === 'verified');
    const cited = verified
      .flatMap((claim) => claim.citations)
      .map((citation) => getSpans(answer).find((span) => span.id === citation)?.path);
    expect(cited.some((path) => path?.startsWith('worker/'))).toBe(true);
  });

  it('describes the content of a file, and cites the README first in an overview', async () => {
    const file = await ask('What does worker/core/text/terms.ts contain?');
    expect(file.answer).toContain('`extractTerms`');
    const overview = await ask('What is this project?');
    expect(getSpans(overview)[0]?.path).toBe('README.md');
    expect(overview.answer).toMatch(/Ask a code repository/);
  });

  it('states its coverage: commit and files', async () => {
    const { coverage } = await ask('How is a question classified?');
    expect(coverage.files).toBeGreaterThan(100);
    expect(coverage.commit).toMatch(/^tree-[0-9a-f]{40}$/);
  });
});

describe('starter questions', () => {
  it('are the same each time, and each has an answer with a verified claim', async () => {
    const { questions } = await journey.client.starters(id);
    expect(questions.length).toBeGreaterThanOrEqual(4);
    expect(questions.length).toBeLessThanOrEqual(6);
    for (const { question } of questions) {
      const answer = await ask(question);
      expect(answer, question).toMatchObject({ refused: false, confidence: 'high' });
      expect(answer.claims.map((claim) => claim.state)).toContain('verified');
    }
    expect((await journey.client.starters(id)).questions).toEqual(questions);
  });

  it('are suggested for a question that is too broad', async () => {
    const suggested: string[] = [];
    for await (const { part } of journey.client.streamAnswer(id, { question: 'explain everything' }))
      if (part.type === 'data-suggestions') suggested.push(...part.data.questions);
    const { questions } = await journey.client.starters(id);
    expect(suggested).toEqual(questions.map(({ question }) => question));
  });
});

describe('an unknown name', () => {
  // Joined here, so that this file does not contain the names.
  const misspelledQuestions = [
    ['Where is `createClaim', 'Reder` defined?', 'createClaimReader'],
    ['What does chunk', '_files do?', 'chunkFile'],
    ['How does parseCon', 'ifg work?', 'parseConfig'],
  ].map(([before = '', after = '', intended = '']) => [before + after, intended] as const);

  it.each(misspelledQuestions)(
    'is answered with the intended name among the closest matches: %s',
    async (question, intended) => {
      const answer = await ask(question);
      expect(answer).toMatchObject({ class: 'out-of-scope', refused: true });
      expect(answer.answer).toContain(`\`${intended}\``);
    },
  );
});

describe('a question that the repository cannot answer', () => {
  // Joined here, so that this file does not contain the words.
  const unanswerableQuestions = [
    ['How does the Ka', 'fka consumer group reba', 'lance its partitions?'],
    ['How are Kuber', 'netes pods sche', 'duled onto nodes?'],
    ['How are vio', 'lins tuned to con', 'cert pitch?'],
    ['How is employee pay', 'roll tax cal', 'culated?'],
    ['Where is `froz', 'enWidget', 'Factory` defined?'],
  ].map((pieces) => pieces.join(''));

  it.each(unanswerableQuestions)('is declined with what was searched: %s', async (question) => {
    const answer = await ask(question);
    expect(answer).toMatchObject({ class: 'out-of-scope', refused: true, claims: [], evidence: [] });
    expect(answer.answer).toMatch(/Searched: [\d,]+ files in [\d,]+ pieces \(\d+ files? skipped(: [^)]+)?\)/);
  });
});

describe('the stream', () => {
  it('is readable by the AI SDK: every part matches its schema, and the message is complete', async () => {
    const response = await stream('Where is checkClaim defined?');
    expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1');
    if (response.body === null) throw new Error('The answer has no body.');
    const chunks = parseJsonEventStream({ stream: response.body, schema: uiMessageChunkSchema }).pipeThrough(
      new TransformStream({
        transform(parsed, controller: TransformStreamDefaultController<UIMessageChunk>) {
          if (!parsed.success) throw parsed.error;
          controller.enqueue(parsed.value);
        },
      }),
    );
    let message: UIMessage | undefined;
    for await (const latest of readUIMessageStream({ stream: chunks })) message = latest;
    const text = message?.parts.find((part) => part.type === 'text');
    expect(text?.type === 'text' && text.text).toContain('`checkClaim` is a function');
    const claims = message?.parts.filter((part) => part.type === 'data-claim') ?? [];
    expect(claims.length).toBeGreaterThan(0);
    expect(
      claims.every((claim) => 'data' in claim && (claim.data as { state: string }).state === 'verified'),
    ).toBe(true);
    expect(message?.metadata).toMatchObject({ refused: false, answerer: 'embedded' });
  });

  it('sends each claim first as pending, then with its final state', async () => {
    const states = new Map<string, string[]>();
    for await (const { part } of journey.client.streamAnswer(id, { question: 'How is a claim checked?' })) {
      if (part.type === 'data-claim') states.set(part.id, [...(states.get(part.id) ?? []), part.data.state]);
    }
    expect(states.size).toBeGreaterThan(2);
    for (const claimStates of states.values()) {
      expect(claimStates).toHaveLength(2);
      expect(claimStates[0]).toBe('pending');
      expect(claimStates[1]).not.toBe('pending');
    }
  });

  it('has the same text as the JSON response', async () => {
    const question = 'Where is createClaimReader defined?';
    const parts: AnswerStreamPart[] = [];
    for await (const { part } of journey.client.streamAnswer(id, { question })) parts.push(part);
    const text = parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('');
    expect(text.trim()).toBe((await ask(question)).answer);
  });
});

it('cites only spans whose hashes are those of the files, for sixty generated questions', async () => {
  await checkGeneratedQuestions({ client: journey.client, id, files }, 60);
});

async function stream(question: string): Promise<Response> {
  return fetch(`${journey.server.url}/v1/repositories/${id}/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question }),
  });
}
