/** A draft told event by event: what it rests on, its cards, and its text as it is read and checked; no claim leaves unchecked. */

import { checkClaim } from '../answering/check-claim.ts';
import type { QueryFacts } from '../answering/query-facts.ts';
import { createClaimReader, type ReadClaim } from '../answering/read-claims.ts';
import type { AnswerEvent, Claim } from '../core/answer.ts';
import { isOfLines, type AnyEvidence, type ShownEvidence } from '../core/evidence.ts';
import { readSpans } from '../retrieval/read-spans.ts';
import type { GraphDraft } from './answer-from-graph.ts';
import type { HistoryDraft } from './draft-history.ts';
import type { Draft } from './draft-answer.ts';
import { issueEvidence, shownEvidence } from './issue-evidence.ts';
import type { ResolvedSnapshot } from './resolve-snapshot.ts';
import type { Services } from './services.ts';

/** A draft of any way of answering. */
export type ToldDraft = Draft | GraphDraft | HistoryDraft;

export async function* tellDraft(
  services: Services,
  resolved: ResolvedSnapshot,
  draft: ToldDraft,
): AsyncGenerator<AnswerEvent> {
  const { first, rest } = draft;
  const evidence = new Map<string, AnyEvidence>(draft.evidence);
  const queried = 'facts' in draft ? draft : undefined;
  yield { type: 'sources', evidence: shownOf(evidence) };
  for (const card of queried?.cards ?? []) yield { type: 'card', card };
  const reader = createClaimReader();
  let claims = 0;
  const check = async function* (read: readonly ReadClaim[]): AsyncGenerator<AnswerEvent> {
    for (const claim of read) {
      claims += 1;
      yield* checked(services, { resolved, evidence, facts: queried?.facts }, { id: `c${claims}`, claim });
    }
  };
  const write = async function* (delta: string): AsyncGenerator<AnswerEvent> {
    yield { type: 'text', delta };
    yield* check(reader.add(delta));
  };
  yield* write(first ?? '');
  for (const delta of rest) yield* write(delta);
  yield* check(reader.end());
  if (queried !== undefined && queried.suggestions.length > 0)
    yield { type: 'suggestions', questions: queried.suggestions };
}

function shownOf(evidence: ReadonlyMap<string, AnyEvidence>): readonly ShownEvidence[] {
  return [...evidence.values()].map((one) => (isOfLines(one) ? shownEvidence(one) : one));
}

/** Shows the claim as pending, then as the checks find it; a near miss gets evidence of its own. */
async function* checked(
  services: Services,
  issued: {
    readonly resolved: ResolvedSnapshot;
    readonly evidence: Map<string, AnyEvidence>;
    readonly facts: QueryFacts | undefined;
  },
  { id, claim }: { id: string; claim: ReadClaim },
): AsyncGenerator<AnswerEvent> {
  const citations = claim.citations.filter((one) => issued.evidence.has(one));
  const shown: Claim = { id, text: claim.text, state: 'pending', citations, checks: [] };
  yield { type: 'claim', claim: shown };
  const result = checkClaim(claim, issued.evidence, issued.facts);
  if (result.repair === undefined) {
    yield {
      type: 'claim',
      claim: { ...shown, state: result.state, citations: result.citations, checks: result.checks },
    };
    return;
  }
  const [span] = await readSpans(services.chunkStore, issued.resolved.key, [{ ...result.repair, score: 0 }]);
  if (span === undefined) return;
  const moved = issueEvidence(issued.resolved, span, issued.evidence.size);
  issued.evidence.set(moved.id, moved);
  yield { type: 'sources', evidence: shownOf(issued.evidence) };
  const text = claim.text.replace(/\[chunk:[^\]]*\]/g, '').trimEnd();
  const repaired = { text: `${text} [chunk:${moved.id}]`, citations: [moved.id] };
  const again = checkClaim(repaired, issued.evidence, issued.facts);
  const state = again.state === 'verified' ? 'repaired' : result.state;
  yield {
    type: 'claim',
    claim: { ...shown, ...repaired, state, checks: [...result.checks, ...again.checks] },
  };
}
