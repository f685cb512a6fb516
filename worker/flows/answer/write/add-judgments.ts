/**
 * Lets a model judge the claims of an answer after its text is complete, and emits each claim that has a judgment again. Then the facts of
 * the generation follow, with the tokens and cost of the call. Claims that cite nothing and composed claims, which quote their evidence, get no judgment.
 */

import type { AnswerEvent } from '../../../core/answers/answer.ts';
import type { Claim } from '../../../core/answers/claim.ts';
import type { ShownEvidence } from '../../../core/answers/evidence.ts';
import { addSpend } from '../../../core/answers/generation.ts';
import type { Writer } from '../../models/generation.ts';
import { judgeClaims, type ClaimToJudge, type Judging } from '../../models/judge-claims.ts';
import type { Services } from '../../services.ts';

type GenerationEvent = Extract<AnswerEvent, { type: 'generation' }>;

interface JudgedAnswer {
  readonly question: string;
  readonly writer: Pick<Writer, 'judge' | 'signal'>;
}

/** @throws AppError `answer_stopped` */
export async function* addJudgments(
  services: Pick<Services, 'generation' | 'clock'>,
  events: AsyncIterable<AnswerEvent>,
  { question, writer: { judge, signal } }: JudgedAnswer,
): AsyncGenerator<AnswerEvent> {
  const claims = new Map<string, Claim>();
  let evidence: readonly ShownEvidence[] = [];
  let generation: GenerationEvent | undefined;
  for await (const event of events) {
    if (event.type === 'claim' && event.isComposed !== true) claims.set(event.claim.id, event.claim);
    if (event.type === 'sources') evidence = event.evidence;
    // The facts are sent once, with the cost of the judgments.
    if (event.type === 'generation') generation = event;
    else yield event;
  }
  const open = judge === undefined ? [] : listClaimsToJudge(claims.values(), evidence);
  if (generation === undefined) return;
  if (judge === undefined || open.length === 0) {
    yield generation;
    return;
  }
  const judging = await judgeClaims(services, { ...judge, signal }, { question, claims: open });
  for (const claim of claims.values()) {
    const judgment = judging.judgments.get(claim.id);
    if (judgment !== undefined) yield { type: 'claim', claim: { ...claim, judgment } };
  }
  yield withJudging(generation, judging);
}

function listClaimsToJudge(
  claims: Iterable<Claim>,
  evidence: readonly ShownEvidence[],
): readonly ClaimToJudge[] {
  return [...claims].flatMap(({ id, text, state, citations }) => {
    const cited = evidence.filter((item) => citations.includes(item.id));
    return state === 'gap' || cited.length === 0 ? [] : [{ id, text, evidence: cited }];
  });
}

function withJudging(
  { generation, degraded }: GenerationEvent,
  { facts: judging }: Judging,
): GenerationEvent {
  return {
    type: 'generation',
    generation: { ...generation, ...addSpend(generation, judging), judging },
    degraded,
  };
}
