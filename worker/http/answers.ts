/** Answers: the same events as one JSON object or as an AI SDK UI message stream. */

import { streamSSE } from 'hono/streaming';
import type {
  Answer,
  AnswerMetadata,
  AnswerStreamPart,
  Claim as WireClaim,
  Evidence as WireEvidence,
} from '../contract/answer.ts';
import { answersRoute } from '../contract/routes.ts';
import type { AnswerEvent, Claim, CoverageLine } from '../core/answer.ts';
import type { ShownEvidence } from '../core/evidence.ts';
import { answerQuestion } from '../flows/answer-question.ts';
import type { App } from './app.ts';
import { onError } from './on-error.ts';

type AnswerIds = AnswerMetadata;

export function bindAnswers(app: App): void {
  app.openapi(answersRoute, async (context) => {
    const body = context.req.valid('json');
    const services = context.get('services');
    const asked = {
      id: context.req.valid('param').id,
      version: body.version,
      question: body.question,
      topK: body.options?.topK,
      earlier: [],
    };
    const ids = {
      answerId: services.clock.newId(),
      conversationId: body.conversationId ?? services.clock.newId(),
      turn: 1,
      snapshotId: '',
      cached: false,
    };
    const events = answerQuestion(services, context.get('viewer'), asked);
    if (prefersJson(context.req.header('accept'))) return context.json(await collectAnswer(ids, events), 200);

    // What goes wrong before the first event is a problem with a status of its own, not a broken stream.
    const first = await events.next();
    const { signal } = context.req.raw;
    context.header('x-vercel-ai-ui-message-stream', 'v1');
    return streamSSE(
      context,
      async (stream) => {
        for await (const part of toParts(ids, first, events)) {
          if (signal.aborted) return;
          await stream.writeSSE({ data: JSON.stringify(part) });
        }
        await stream.writeSSE({ data: '[DONE]' });
      },
      async (error, stream) => {
        const problem = onError(error, context);
        await stream.writeSSE({
          data: JSON.stringify({ type: 'error', errorText: await problem.text() } satisfies AnswerStreamPart),
        });
        await stream.writeSSE({ data: '[DONE]' });
      },
    );
  });
}

/** JSON when it is named and the event stream is not; anything else gets the stream. */
function prefersJson(accept: string | undefined): boolean {
  return accept !== undefined && accept.includes('application/json') && !accept.includes('text/event-stream');
}

async function* toParts(
  ids: AnswerIds,
  first: IteratorResult<AnswerEvent, void>,
  rest: AsyncGenerator<AnswerEvent>,
): AsyncGenerator<AnswerStreamPart> {
  yield { type: 'start', messageId: ids.answerId, messageMetadata: ids };
  yield { type: 'text-start', id: 'answer' };
  let metadata: AnswerMetadata = ids;
  if (first.done !== true) yield* partsOf(first.value);
  for await (const event of rest) {
    if (event.type !== 'end') {
      yield* partsOf(event);
      continue;
    }
    metadata = { ...ids, ...event.verdict, cached: false };
    yield { type: 'text-end', id: 'answer' };
    yield { type: 'data-timings', data: event.timings };
  }
  yield { type: 'finish', messageMetadata: metadata };
}

function* partsOf(event: Exclude<AnswerEvent, { type: 'end' }> | AnswerEvent): Generator<AnswerStreamPart> {
  if (event.type === 'question') yield { type: 'data-question', data: event.reading };
  if (event.type === 'sources')
    yield { type: 'data-sources', data: { evidence: event.evidence.map(evidenceToWire) } };
  if (event.type === 'text') yield { type: 'text-delta', id: 'answer', delta: event.delta };
  if (event.type === 'claim')
    yield { type: 'data-claim', id: event.claim.id, data: claimToWire(event.claim) };
  if (event.type === 'coverage') yield { type: 'data-coverage', data: coverageToWire(event.coverage) };
}

async function collectAnswer(ids: AnswerIds, events: AsyncGenerator<AnswerEvent>): Promise<Answer> {
  const claims = new Map<string, WireClaim>();
  let evidence: WireEvidence[] = [];
  let coverage: CoverageLine = { commit: '', files: 0, skipped: 0, behind: undefined, indexedAt: 0 };
  let end: Extract<AnswerEvent, { type: 'end' }> | undefined;
  let text = '';
  for await (const event of events) {
    if (event.type === 'text') text += event.delta;
    if (event.type === 'claim') claims.set(event.claim.id, claimToWire(event.claim));
    if (event.type === 'sources') evidence = event.evidence.map(evidenceToWire);
    if (event.type === 'coverage') coverage = event.coverage;
    if (event.type === 'end') end = event;
  }
  if (end === undefined) throw new Error('The answer ended without its verdict');
  return {
    id: ids.answerId,
    conversationId: ids.conversationId,
    ...end.verdict,
    answer: text.trim(),
    claims: [...claims.values()],
    evidence,
    coverage: coverageToWire(coverage),
    cached: false,
    timings: end.timings,
  };
}

function claimToWire(claim: Claim): WireClaim {
  return { ...claim, citations: [...claim.citations], checks: claim.checks.map((check) => ({ ...check })) };
}

function coverageToWire(coverage: CoverageLine): Answer['coverage'] {
  return {
    ...coverage,
    behind: coverage.behind ?? null,
    indexedAt: new Date(coverage.indexedAt).toISOString(),
  };
}

function evidenceToWire({ fileHash, symbol, rank, ...evidence }: ShownEvidence): WireEvidence {
  return {
    ...evidence,
    hash: fileHash,
    ...(symbol === undefined ? {} : { symbol }),
    ...(rank === undefined ? {} : { rank }),
  };
}
