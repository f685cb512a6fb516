/**
 * Checks statements about conditions against the branches of the cited code. A consequence that appears only in
 * another branch fails; a condition that matches no branch is not checked.
 */

import type { ClaimCheck } from '../../../core/answers/claim.ts';
import { stem, extractTerms } from '../../../core/text/terms.ts';
import { parseBranches, type Branch } from '../../evidence-text/code-branches.ts';
import { isSupportedBy, significantWords } from './check-vocabulary.ts';
import type { CitedText } from '../../evidence-text/cited-text.ts';

interface StatedBranch {
  readonly condition: string;
  readonly consequence: string;
}

const cache = new WeakMap<CitedText, readonly Branch[]>();

/** @param text the claim without citations and quotations; names keep their back-ticks */
export function checkBranches(text: string, cited: readonly CitedText[]): readonly ClaimCheck[] {
  const stated = text.split(/[.!?;](?=\s|$)|\n/).flatMap(parseStatedBranches);
  if (stated.length === 0) return [];
  const branches = cited.flatMap(readBranches);
  const hasReturns = cited.some((evidence) => /\breturn\b/.test(evidence.text));
  return stated.flatMap((statedBranch) => {
    const error = findError(statedBranch, { branches, hasReturns });
    return error === undefined ? [] : [{ check: 'wording' as const, passed: false, detail: error }];
  });
}

function readBranches(cited: CitedText): readonly Branch[] {
  const found = cache.get(cited) ?? parseBranches(cited.text);
  cache.set(cited, found);
  return found;
}

/** Parses "if A, B", "B if A, otherwise C" and "B for `A`". */
function parseStatedBranches(sentence: string): readonly StatedBranch[] {
  const [before = '', after] = sentence.split(/,?\s*\b(?:otherwise|or else)\b,?/i);
  const first =
    /^\W*(?:if|when|whenever|with|for|in case(?: of)?)\s+([^,]{2,200}),\s*(?:then\s+)?(.{3,300})$/i.exec(
      before,
    );
  const last = /^(.{3,300}?)\s(?:if|when|whenever|unless)\s+([^,]{2,200})/i.exec(before);
  const named = /^(.{3,300}?)\s(?:for|on|with)\s+(`[^`]{2,80}`)\s*$/i.exec(before);
  const found =
    first !== null
      ? { condition: first[1] ?? '', consequence: first[2] ?? '' }
      : last !== null
        ? {
            condition: `${/\sunless\s/i.test(before) ? 'not ' : ''}${last[2] ?? ''}`,
            consequence: last[1] ?? '',
          }
        : named !== null
          ? { condition: named[2] ?? '', consequence: named[1] ?? '' }
          : undefined;
  if (found === undefined) return [];
  const other = { condition: `not ${found.condition}`, consequence: after ?? '' };
  return after === undefined || after.trim() === '' ? [found] : [found, other];
}

function findError(
  { condition, consequence }: StatedBranch,
  { branches, hasReturns }: { readonly branches: readonly Branch[]; readonly hasReturns: boolean },
): string | undefined {
  const subjects = findSubjects(condition);
  if (subjects.length === 0) return undefined;
  const parity = proseParity(condition);
  let [sameBranch, otherBranch] = ['', ''];
  let isMatched = false;
  for (const branch of branches) {
    const part = splitCondition(branch.condition).find((operand) => containsAll(operand, subjects));
    if (part === undefined) continue;
    const branchParity = codeParity(part);
    if (branchParity === undefined) continue;
    isMatched = true;
    const isSame = branchParity === parity;
    sameBranch += `\n${isSame ? branch.body : branch.otherwise}`;
    otherBranch += `\n${isSame ? branch.otherwise : branch.body}`;
  }
  if (!isMatched) return undefined;
  const isDenied = denial.test(consequence);
  const [ownText, otherText] = isDenied ? [otherBranch, sameBranch] : [sameBranch, otherBranch];
  const literal = findReturnedLiteral(consequence);
  if (literal !== undefined && !isDenied) {
    const returned = [...sameBranch.matchAll(/\breturn\s+(?:\$?this\.)?(true|false|nil|null|none)\b/gi)].map(
      ([, one = '']) => one.toLowerCase(),
    );
    if (returned.length > 0 && !returned.includes(literal)) return `“${literal}” is not returned there.`;
  }
  const returns = /\breturns? (?:an? )?(?:error|exception)\b/i.test(consequence) && !isDenied;
  if (returns && hasReturns && sameBranch.trim() !== '' && !/\breturn\b/.test(sameBranch))
    return 'No error is returned there.';
  const words = [
    ...significantWords(consequence),
    ...findNames(consequence).flatMap(extractTerms),
    ...findActions(consequence),
  ];
  const [ownTerms, otherTerms] = [new Set(extractTerms(ownText)), new Set(extractTerms(otherText))];
  const misplaced = [...new Set(words)].find(
    (word) =>
      word.length > 3 &&
      !subjects.includes(word) &&
      (otherTerms.has(word) || otherTerms.has(stem(word))) &&
      !isSupportedBy(word, ownTerms),
  );
  return misplaced === undefined
    ? undefined
    : `“${misplaced}” appears only in another branch of the cited lines.`;
}

const denial = /\b(?:not|never|no longer|without|cannot)\b|n['’]t\b/i;
const negators =
  /\b(?:not|no|without|nil|null|none|undefined|missing|empty|absent|unset|zero|0|false|falsy|fails?|lacks?)\b|n['’]t\b/gi;

/** Returns whether the condition is positive (0) or negative (1). "Is not nil" is positive. */
function proseParity(condition: string): number {
  const bare = condition.replace(
    /\b(?:greater|more|larger|higher|bigger|above)(?: than)? (?:zero|0)\b/gi,
    ' ',
  );
  return (bare.match(negators) ?? []).length % 2;
}

const nothing = String.raw`(?:nil|null|None|undefined|NULL|nullptr|0|''|""|false|False|FALSE)`;

/** Returns the parity of a condition in code; undefined for comparisons with other values. */
function codeParity(part: string): number | undefined {
  if (new RegExp(String.raw`(?:[!=]==?|is(?: not)?)\s*${nothing}(?![\w.])`).test(part)) {
    const isEqual = new RegExp(String.raw`(?:(?<!!)={2,3}|\bis(?! not))\s*${nothing}(?![\w.])`).test(part);
    return (
      (isEqual ? 1 : 0) ^ (/(?<![\w)\]])!(?!=)|\bnot\s+[\w(]/.test(part.replace(/\bis not\b/g, '')) ? 1 : 0)
    );
  }
  if (/>\s*0(?![\w.])/.test(part)) return 0;
  if (/<=\s*0(?![\w.])/.test(part)) return 1;
  if (/[<>]|[!=]==?/.test(part.replace(/->|=>|<[\w, ]+>/g, ''))) return undefined;
  const flips =
    part.match(/!(?!=)|\bnot\b|\b(?:is_?)?(?:null|none|empty)\(|\.is_?(?:none|empty|nil|null)\b/gi) ?? [];
  return flips.length % 2;
}

function splitCondition(condition: string): readonly string[] {
  return condition.split(/&&|\|\||\band\b|\bor\b/);
}

const comparisonWords = new Set(
  'greater less more larger smaller higher lower than equal equals nil null none zero missing empty absent unset set given provided already present undefined true false there exists exist'.split(
    ' ',
  ),
);

/** Returns the names in a condition, or its words if it contains no name. */
function findSubjects(condition: string): readonly string[] {
  const names = findNames(condition).filter(
    (name) => !/^(?:nil|null|None|undefined|true|false|\d+)$/.test(name),
  );
  if (names.length > 0) return names.map((name) => name.toLowerCase());
  return significantWords(condition).filter((word) => !comparisonWords.has(word));
}

function findNames(text: string): readonly string[] {
  return [...text.matchAll(/`([^`\n]{1,120})`/g)].map(([, name = '']) => name.replace(/\(\)$/, ''));
}

function containsAll(part: string, subjects: readonly string[]): boolean {
  const lower = part.toLowerCase();
  const terms = new Set(extractTerms(part));
  return subjects.every(
    (subject) =>
      terms.has(subject) ||
      terms.has(stem(subject)) ||
      (/[^a-z]/.test(subject) && lower.includes(subject)) ||
      new RegExp(`(?<![\\w$])\\$?${subject.replace(/[$.*+?^{}()|[\]\\]/g, '\\$&')}(?![\\w$])`).test(lower),
  );
}

function findReturnedLiteral(consequence: string): string | undefined {
  return /\b(?:returns?|returned|gives?|yields?)\b[^,]{0,40}?\b(true|false|nil|null|none)\b/i
    .exec(consequence)?.[1]
    ?.toLowerCase();
}

function findActions(consequence: string): readonly string[] {
  return /\b(?:throws?|thrown|raises?|raised)\b/i.test(consequence) ? ['throw', 'raise'] : [];
}
