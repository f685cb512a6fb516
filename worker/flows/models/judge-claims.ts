/**
 * Asks a model in one call whether the cited evidence supports each claim of a complete answer. Its quotations are looked up in the
 * evidence, and a verdict without a match is dropped. A failure leaves the claims as they are and becomes a note.
 */

import { containsQuotation, readVerdicts, type Verdict } from '../../answering/prompt/read-verdicts.ts';
import {
  judgeRules,
  judgeSchema,
  writeJudgePrompt,
  type CitedClaim,
} from '../../answering/prompt/write-judge-prompt.ts';
import type { ClaimJudgment } from '../../core/answers/claim.ts';
import { isAttachmentEvidence, isSpanEvidence, type ShownEvidence } from '../../core/answers/evidence.ts';
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
const maxCached = 5_000;
const maxQuotationLength = 300;
/** Tokens of the tags around one piece of evidence or one claim. */
const blockTokens = 40;
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
  // Judgments that the user's own key paid for are not shared.
  const cache = access.key === undefined ? generation.cachedJudgments : new Map<string, ClaimJudgment>();
  const keys = new Map(
    await Promise.all(answer.claims.map(async (claim) => [claim.id, await cacheKey(model, claim)] as const)),
  );
  const judgments = new Map<string, ClaimJudgment>();
  for (const { id } of answer.claims) {
    const known = cache.get(keys.get(id) ?? '');
    if (known !== undefined) judgments.set(id, known);
  }
  const cached = judgments.size;
  const open = answer.claims.filter(({ id }) => !judgments.has(id));
  const asked = selectClaims(open, generation.promptTokens - countTokens(judgeRules + answer.question) - 200);
  const reply =
    asked.length === 0 ? noReply : await ask(services, access, { question: answer.question, claims: asked });
  const verdicts = (reply.value ?? []).filter(({ claim }) => asked[claim - 1] !== undefined);
  for (const verdict of verdicts) {
    const claim = asked[verdict.claim - 1];
    const judgment = claim && toJudgment(model, claim, verdict);
    if (claim === undefined || judgment === undefined) continue;
    judgments.set(claim.id, judgment);
    remember(cache, keys.get(claim.id) ?? '', judgment);
  }
  const disputed = [...judgments.values()].filter(({ verdict }) => verdict === 'disputed').length;
  return {
    judgments,
    facts: {
      model,
      claims: cached + asked.length,
      confirmed: judgments.size - disputed,
      disputed,
      dropped: verdicts.length - (judgments.size - cached),
      cached,
      ...reply.spent,
      ms: clock.now() - startedAt,
      omitted: open.length - asked.length,
      note: reply.failure && `The claims have no judgments: ${reply.failure}`,
    },
  };
}

const noReply: StructuredAnswer<readonly Verdict[]> = {
  value: [],
  failure: undefined,
  isUnavailable: false,
  spent: zeroSpend,
};

function ask(
  services: JudgingServices,
  { model, key, signal }: JudgeAccess & { readonly signal: AbortSignal },
  { question, claims }: { readonly question: string; readonly claims: readonly CitedClaim[] },
): Promise<StructuredAnswer<readonly Verdict[]>> {
  return askStructured(
    services,
    { models: [model], key, signal },
    {
      messages: writeJudgePrompt(question, claims),
      schema: judgeSchema,
      read: readVerdicts,
      maxOutputTokens: verdictTokens * (claims.length + 1),
      timeoutMs,
    },
  );
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
  const texts = claim.evidence.map(({ text }) => text);
  if (!containsQuotation(texts, verdict.quotation)) return undefined;
  return {
    verdict: verdict.supported === 'yes' ? 'confirmed' : 'disputed',
    model,
    quotation: truncate(verdict.quotation.trim(), maxQuotationLength),
  };
}

function cacheKey(model: string, { text, evidence }: CitedClaim): Promise<string> {
  return sha256(JSON.stringify([model, text, evidence.map(readHash).toSorted()]));
}

/** Identifies the text of the evidence. The id says nothing, since it is issued per question. */
function readHash(evidence: ShownEvidence): string {
  return isSpanEvidence(evidence) || isAttachmentEvidence(evidence)
    ? `${evidence.path} ${evidence.spanHash}`
    : evidence.hash;
}

function remember(cache: Map<string, ClaimJudgment>, key: string, judgment: ClaimJudgment): void {
  cache.set(key, judgment);
  const [oldest] = cache.keys();
  if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest);
}
