/**
 * A turn of a conversation: the question put on its own, answered from the cache where the same was answered from the same
 * state of the index by the same settings, and otherwise anew.
 */

import type { AnswerEvent } from '../core/answer.ts';
import type { EarlierTurn } from '../core/conversation.ts';
import { sha256 } from '../core/hash.ts';
import type { Viewer } from '../core/viewer.ts';
import { rewriteFollowUp, type RewrittenQuestion } from '../retrieval/rewrite-follow-up.ts';
import { answerQuestion } from './answer-question.ts';
import { resolveSnapshot, type ResolvedSnapshot } from './resolve-snapshot.ts';
import type { Services } from './services.ts';

export interface AskedTurn {
  readonly repositoryId: string;
  readonly version: string | undefined;
  readonly question: string;
  readonly topK: number | undefined;
  /** Not from the cache. */
  readonly fresh: boolean;
  /** The turns before it, oldest first. */
  readonly earlier: readonly EarlierTurn[];
}

export interface TakenTurn {
  readonly snapshotId: string;
  readonly cached: boolean;
  /** The question, standing on its own. */
  readonly text: string;
  readonly events: AsyncIterable<AnswerEvent> | Iterable<AnswerEvent>;
}

/** @throws what `resolveSnapshot` throws */
export async function takeTurn(services: Services, viewer: Viewer, asked: AskedTurn): Promise<TakenTurn> {
  const startedAt = services.clock.now();
  const followUp = rewriteFollowUp(asked.question, asked.earlier);
  const [resolved, digest] = await Promise.all([
    resolveSnapshot(services, viewer, { id: asked.repositoryId, version: asked.version }),
    digestOf(services, followUp, asked.topK),
  ]);
  const taken = { snapshotId: resolved.snapshot.id, text: followUp.text };
  const known = asked.fresh ? undefined : await services.answerCache.read(resolved.key, digest);
  if (known !== undefined)
    return { ...taken, cached: true, events: retold(services, known, { ...asked, followUp, startedAt }) };
  const answered = answerQuestion(services, resolved, { ...asked, followUp, startedAt });
  return { ...taken, cached: false, events: keeping(services, answered, { resolved, digest }) };
}

/** Everything an answer depends on besides the state of the index. */
function digestOf(
  services: Pick<Services, 'settings' | 'build'>,
  followUp: RewrittenQuestion,
  topK: number | undefined,
): Promise<string> {
  const { settings, build } = services;
  return sha256(
    JSON.stringify([build, settings.retrieval, settings.tags, topK ?? null, followUp.text.trim()]),
  );
}

/** The events of an answer known already, as if told now: read as this question, with this telling's own times. */
function* retold(
  services: Services,
  events: readonly AnswerEvent[],
  asked: { readonly question: string; readonly followUp: RewrittenQuestion; readonly startedAt: number },
): Generator<AnswerEvent> {
  const sinceAsked = services.clock.now() - asked.startedAt;
  for (const event of events) {
    if (event.type === 'question')
      yield { ...event, reading: { ...event.reading, asked: asked.question, ...asked.followUp } };
    else if (event.type === 'end')
      yield { ...event, timings: { retrieveMs: 0, firstPartMs: sinceAsked, totalMs: sinceAsked } };
    else yield event;
  }
}

/** Passes an answer on, and keeps it once it is whole. */
async function* keeping(
  services: Services,
  events: AsyncIterable<AnswerEvent>,
  under: { readonly resolved: ResolvedSnapshot; readonly digest: string },
): AsyncGenerator<AnswerEvent> {
  const told: AnswerEvent[] = [];
  for await (const event of events) {
    told.push(event);
    yield event;
  }
  await services.answerCache.write(under.resolved.key, under.digest, told);
}
