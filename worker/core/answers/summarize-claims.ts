/** The one line that says what was found in an answer. Pure. The app and the command line share it. */

import { claimStates, type Claim, type ClaimJudgment, type ClaimState } from './claim.ts';
import { countOf } from '../text/count-of.ts';

/** The labels of the states within a count: `9 found in source`. */
const countedLabels = {
  verified: 'found in source',
  repaired: 'found in source after the citation was moved',
  cited: 'cited',
  partial: 'not all found',
  unsupported: 'not found',
  uncited: 'without citation',
  gap: 'the source does not show',
  pending: 'being checked',
} as const satisfies Record<ClaimState, string>;

const labelOrder = Object.keys(countedLabels);

/** The name of a check is any string, because a client may be older than the server. */
type CountedClaim = Pick<Claim, 'text' | 'state'> & {
  readonly judgment?: Pick<ClaimJudgment, 'verdict' | 'model'> | undefined;
  readonly checks: readonly { readonly check: string; readonly passed: boolean }[];
};

/** `11 sentences: 9 found in source, 1 not all found` for a model; `8 quotations found` for a composed answer. */
export function summarizeClaims(claims: readonly CountedClaim[], isModelWritten: boolean): string {
  const found = isModelWritten
    ? `${countOf(claims.length, 'sentence')}: ${countStates(claims)}`
    : summarizeComposed(claims);
  return [found, ...summarizeJudgments(claims)].join(' · ');
}

/** `2 quotations and 1 other sentence found, 1 not all found`. */
function summarizeComposed(claims: readonly CountedClaim[]): string {
  const supported = claims.filter(isSupported);
  const quotationCount = supported.filter(isQuotation).length;
  const otherCount = supported.length - quotationCount;
  const quotations = countOf(quotationCount, 'quotation');
  const found =
    otherCount === 0
      ? `${quotations} found`
      : quotationCount === 0
        ? `${countOf(otherCount, 'sentence')} found in source`
        : `${quotations} and ${countOf(otherCount, 'other sentence')} found`;
  const others = countStates(claims.filter((claim) => !isSupported(claim)));
  return others === '' ? found : `${found}, ${others}`;
}

/** `2 found in source, 1 not all found`. States without claims are omitted. */
export function countStates(claims: readonly Pick<CountedClaim, 'state'>[]): string {
  return claimStates
    .toSorted((a, b) => labelOrder.indexOf(a) - labelOrder.indexOf(b))
    .map((state) => ({ state, count: claims.filter((claim) => claim.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${countedLabels[state]}`)
    .join(', ');
}

/** `7 confirmed by gpt, 1 disputed`. */
function summarizeJudgments(claims: readonly CountedClaim[]): readonly string[] {
  const judgments = claims.flatMap(({ judgment }) => judgment ?? []);
  const [first] = judgments;
  if (first === undefined) return [];
  const confirmed = judgments.filter(({ verdict }) => verdict === 'confirmed').length;
  const disputed = judgments.length - confirmed;
  const model = first.model.slice(first.model.lastIndexOf('/') + 1);
  if (confirmed === 0) return [`${disputed} disputed by ${model}`];
  return [`${confirmed} confirmed by ${model}${disputed === 0 ? '' : `, ${disputed} disputed`}`];
}

/** True if everything that the claim names was found in its original or moved citation. */
export function isSupported({ state }: Pick<CountedClaim, 'state'>): boolean {
  return state === 'verified' || state === 'repaired';
}

/** True for a claim that quotes its source: code in a block, or a quotation that was found. */
function isQuotation({ text, checks }: CountedClaim): boolean {
  return (
    /^[ \t]*(?:`{3}|~{3})/m.test(text) || checks.some(({ check, passed }) => check === 'quote' && passed)
  );
}
