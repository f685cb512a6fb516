/**
 * A question to an answer, event by event: retrieve → plan → read → compose → check. The text of any answerer goes through
 * the same reader and checks, and no claim leaves unchecked.
 */

import { checkClaim } from '../answering/check-claim.ts';
import { createClaimReader, type ReadClaim } from '../answering/read-claims.ts';
import type { AnswerEvent, Claim } from '../core/answer.ts';
import type { Evidence } from '../core/evidence.ts';
import { readSpans } from '../retrieval/read-spans.ts';
import type { RewrittenQuestion } from '../retrieval/rewrite-follow-up.ts';
import { subjectsOf } from '../retrieval/subjects-of.ts';
import { declineQuestion } from './decline-question.ts';
import { draftAnswer, type Draft } from './draft-answer.ts';
import { issueEvidence, shownEvidence } from './issue-evidence.ts';
import type { ResolvedSnapshot } from './resolve-snapshot.ts';
import { noFilters, retrieve } from './retrieve.ts';
import type { Services } from './services.ts';
import { suggestNarrower } from './suggest-narrower.ts';

export interface AskedQuestion {
  /** As it was asked. */
  readonly question: string;
  /** As it is answered: standing on its own. */
  readonly followUp: RewrittenQuestion;
  readonly topK: number | undefined;
  readonly startedAt: number;
}

/** Passages in an answer when the request does not say; a search shows more. */
const passages = 5;

export async function* answerQuestion(
  services: Services,
  resolved: ResolvedSnapshot,
  asked: AskedQuestion,
): AsyncGenerator<AnswerEvent> {
  const { startedAt, followUp } = asked;
  const count = asked.topK ?? passages;
  const finding = await retrieve(services, resolved, { text: followUp.text, filters: noFilters, count });
  const retrieveMs = services.clock.now() - startedAt;
  const isBroad = finding.question.class === 'too-broad' && finding.judgement.confidence !== 'out-of-scope';
  const draft = isBroad ? undefined : await draftAnswer(services, resolved, { finding, count });
  const refused = draft !== undefined && draft.first === undefined;
  const confidence = refused ? 'out-of-scope' : finding.judgement.confidence;
  const questionClass = refused ? 'out-of-scope' : finding.question.class;
  yield {
    type: 'question',
    reading: { class: questionClass, asked: asked.question, ...followUp, confidence, refused },
  };

  let firstPartMs = 0;
  const parts =
    draft === undefined
      ? suggestNarrower(services, resolved)
      : refused
        ? declineQuestion(services, resolved, { finding, empty: draft.empty })
        : answered(services, resolved, draft);
  for await (const event of parts) {
    if (firstPartMs === 0 && (event.type === 'text' || event.type === 'claim'))
      firstPartMs = services.clock.now() - startedAt;
    yield event;
  }
  const { snapshot } = resolved;
  yield {
    type: 'coverage',
    coverage: {
      commit: snapshot.commit,
      files: snapshot.counts.files,
      skipped: snapshot.counts.skipped,
      behind: undefined,
      indexedAt: snapshot.readyAt ?? snapshot.createdAt,
    },
  };
  const totalMs = services.clock.now() - startedAt;
  yield {
    type: 'end',
    verdict: { class: questionClass, confidence, refused, answerer: 'embedded' },
    timings: { retrieveMs, firstPartMs, totalMs },
    subjects: refused || draft === undefined ? [] : subjectsOf(finding, [...draft.evidence.values()]),
  };
}

async function* answered(
  services: Services,
  resolved: ResolvedSnapshot,
  { evidence, first, rest }: Draft,
): AsyncGenerator<AnswerEvent> {
  yield { type: 'sources', evidence: [...evidence.values()].map(shownEvidence) };
  const reader = createClaimReader();
  let claims = 0;
  const check = async function* (read: readonly ReadClaim[]): AsyncGenerator<AnswerEvent> {
    for (const claim of read) {
      claims += 1;
      yield* checked(services, { resolved, evidence }, { id: `c${claims}`, claim });
    }
  };
  const write = async function* (delta: string): AsyncGenerator<AnswerEvent> {
    yield { type: 'text', delta };
    yield* check(reader.add(delta));
  };
  yield* write(first ?? '');
  for (const delta of rest) yield* write(delta);
  yield* check(reader.end());
}

/** Shows the claim as pending, then as the checks find it; a near miss gets evidence of its own. */
async function* checked(
  services: Services,
  issued: { readonly resolved: ResolvedSnapshot; readonly evidence: Map<string, Evidence> },
  { id, claim }: { id: string; claim: ReadClaim },
): AsyncGenerator<AnswerEvent> {
  const citations = claim.citations.filter((one) => issued.evidence.has(one));
  const shown: Claim = { id, text: claim.text, state: 'pending', citations, checks: [] };
  yield { type: 'claim', claim: shown };
  const result = checkClaim(claim, issued.evidence);
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
  yield { type: 'sources', evidence: [...issued.evidence.values()].map(shownEvidence) };
  const text = claim.text.replace(/\[chunk:[^\]]*\]/g, '').trimEnd();
  const repaired = { text: `${text} [chunk:${moved.id}]`, citations: [moved.id] };
  const again = checkClaim(repaired, issued.evidence);
  const state = again.state === 'verified' ? 'repaired' : result.state;
  yield {
    type: 'claim',
    claim: { ...shown, ...repaired, state, checks: [...result.checks, ...again.checks] },
  };
}
