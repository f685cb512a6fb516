/**
 * Asks a model in one call whether the cited evidence supports each claim of a complete answer. Its quotations are looked up in the
 * evidence, and a verdict without a match is dropped. A failure leaves the claims as they are and becomes a note.
 */

import { blockTokens, replaceHidden } from '../../answering/prompt/evidence-blocks.ts';
import { containsQuotation, readVerdicts, type Verdict } from '../../answering/prompt/read-verdicts.ts';
import {
  judgeRules,
  judgeSchema,
  writeJudgePrompt,
  type CitedClaim,
} from '../../answering/prompt/write-judge-prompt.ts';
import type { ClaimJudgment } from '../../core/answers/claim.ts';
import { formatModelName, zeroSpend, type JudgingFacts } from '../../core/answers/generation.ts';
import { sha256 } from '../../core/text/hash.ts';
import { countTokens } from '../../core/text/tokens.ts';
import { truncate } from '../../core/text/truncate.ts';
import type { Services } from '../services.ts';
import { askStructured, type StructuredAnswer } from './ask-structured.ts';
import type { JudgeAccess } from './generation.ts';

export interface ClaimToJudge extends CitedClaim {
  readonly id: string;
}

export interface Judging {
  /** By claim id. */
  readonly judgments: ReadonlyMap<string, ClaimJudgment>;
  readonly facts: JudgingFacts;
}

type JudgingServices = Pick<Services, 'generation' | 'clock'>;

/** The answer is on the page meanwhile, so the limit is longer than for questions that an answer waits for. */
const timeoutMs = 30_000;
const maxClaims = 60;
const maxCached = 500;
const maxQuotationLength = 300;
/** Output tokens of one verdict with its quotation. */
const verdictTokens = 90;

/** @throws AppError `answer_stopped` */
export async function judgeClaims(
  services: JudgingServices,
  access: JudgeAccess & { readonly signal: AbortSignal },
  answer: { readonly question: string; readonly claims: readonly ClaimToJudge[] },
): Promise<Judging> {
  const { generation, clock } = services;
  const startedAt = clock.now();
  const model = formatModelName(access.model);
  const budget = generation.promptTokens - countTokens(judgeRules + answer.question) - 200;
  const asked = selectClaims(answer.claims, budget);
  const { reply, isCached } = await findVerdicts(services, access, { ...answer, claims: asked });
  const verdicts = (reply.value ?? []).filter(({ claim }) => asked[claim - 1] !== undefined);
  const judgments = new Map<string, ClaimJudgment>();
  for (const verdict of verdicts) {
    const claim = asked[verdict.claim - 1];
    const judgment = claim && toJudgment(model, claim, verdict);
    if (claim !== undefined && judgment !== undefined) judgments.set(claim.id, judgment);
  }
  const disputed = [...judgments.values()].filter(({ verdict }) => verdict === 'disputed').length;
  return {
    judgments,
    facts: {
      model,
      claims: asked.length,
      confirmed: judgments.size - disputed,
      disputed,
      dropped: verdicts.length - judgments.size,
      cached: isCached ? judgments.size : 0,
      ...reply.spent,
      ms: clock.now() - startedAt,
      omitted: answer.claims.length - asked.length,
      note: reply.failure && `The claims have no judgments: ${reply.failure}`,
    },
  };
}

/**
 * Reuses the verdicts of the same model on the same prompt. The question and the other sentences are part of it, since "it" and "then" refer
 * to them.
 */
async function findVerdicts(
  services: JudgingServices,
  { model, key, signal }: JudgeAccess & { readonly signal: AbortSignal },
  { question, claims }: { readonly question: string; readonly claims: readonly CitedClaim[] },
): Promise<{ readonly reply: StructuredAnswer<readonly Verdict[]>; readonly isCached: boolean }> {
  if (claims.length === 0) return { reply: withoutCall([]), isCached: false };
  const messages = writeJudgePrompt(question, claims);
  // Verdicts that the user's own key paid for are not shared.
  const cache =
    key === undefined ? services.generation.cachedVerdicts : new Map<string, readonly Verdict[]>();
  const digest = await sha256(JSON.stringify([formatModelName(model), messages]));
  const known = cache.get(digest);
  if (known !== undefined) return { reply: withoutCall(known), isCached: true };
  const reply = await askStructured(
    services,
    { models: [model], key, signal },
    {
      messages,
      schema: judgeSchema,
      read: readVerdicts,
      maxOutputTokens: verdictTokens * (claims.length + 1),
      timeoutMs,
    },
  );
  // A reply that leaves out a claim is not reused, so that another call may judge it.
  if (reply.value !== undefined && hasAll(reply.value, claims)) remember(cache, digest, reply.value);
  return { reply, isCached: false };
}

function hasAll(verdicts: readonly Verdict[], claims: readonly CitedClaim[]): boolean {
  return claims.every((_claim, index) => verdicts.some(({ claim }) => claim === index + 1));
}

function withoutCall(value: readonly Verdict[]): StructuredAnswer<readonly Verdict[]> {
  return { value, failure: undefined, isUnavailable: false, spent: zeroSpend };
}

/** Selects the first claims that fit with their evidence. Evidence is never shortened, since the deciding words could be missing. */
function selectClaims(claims: readonly ClaimToJudge[], budget: number): readonly ClaimToJudge[] {
  const shown = new Set<string>();
  let remaining = budget;
  return claims.slice(0, maxClaims).filter((claim) => {
    const added = claim.evidence.filter(({ id }) => !shown.has(id));
    const tokens = [claim, ...added].reduce((sum, { text }) => sum + countTokens(text) + blockTokens, 0);
    if (tokens > remaining) return false;
    remaining -= tokens;
    for (const { id } of added) shown.add(id);
    return true;
  });
}

/** @returns undefined if the cited evidence does not contain the quotation */
function toJudgment(model: string, claim: CitedClaim, verdict: Verdict): ClaimJudgment | undefined {
  const texts = claim.evidence.map(({ text }) => replaceHidden(text));
  if (!containsQuotation(texts, verdict.quotation)) return undefined;
  return {
    verdict: verdict.supported === 'yes' ? 'confirmed' : 'disputed',
    model,
    quotation: truncate(verdict.quotation.trim(), maxQuotationLength),
  };
}

function remember(
  cache: Map<string, readonly Verdict[]>,
  digest: string,
  verdicts: readonly Verdict[],
): void {
  cache.set(digest, verdicts);
  const [oldest] = cache.keys();
  if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest);
}
