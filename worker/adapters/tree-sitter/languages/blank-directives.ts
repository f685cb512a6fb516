/**
 * Repairs texts whose conditional directives stand where the grammar does not expect them, such as inside a statement or before an `else if`. The
 * directives become spaces, as do branches that cannot stand beside the chosen one. All other text keeps its position.
 */

import { blankText, findConditionalGroups } from './conditional-groups.ts';
import type { ConditionalBranch, ConditionalGroup, TextRange } from './conditional-groups.ts';
import type { RepairedText } from './language.ts';

/**
 * Returns the attempts in the order to try them: first only directives that interrupt the syntax around them become spaces, then all directives.
 */
export function blankDirectives(text: string): readonly RepairedText[] {
  const groups = findConditionalGroups(text);
  const interrupting = groups.filter((group) => !isWellPlaced(group));
  const attempts = interrupting.length === groups.length ? [groups] : [interrupting, groups];
  return attempts.filter((attempt) => attempt.length > 0).map((attempt) => blankGroups(text, attempt));
}

/** Whether each branch can stand where the group is. */
function isWellPlaced({ isSeparate, branches }: ConditionalGroup): boolean {
  return isSeparate && branches.every(({ isComplete }) => isComplete);
}

function blankGroups(text: string, groups: readonly ConditionalGroup[]): RepairedText {
  const directives = groups.flatMap(({ branches, last }) => [
    ...branches.map(({ directive }) => directive),
    last,
  ]);
  const omitted = listOmittedBranches(groups.filter((group) => !isWellPlaced(group)));
  return {
    text: blankRanges(text, [...directives, ...omitted.map(({ body }) => body)]),
    omitsCode: omitted.some(({ hasCode }) => hasCode),
  };
}

/**
 * Chooses one branch of each group and lists the others. A condition has the same value in all groups, so that a bracket that one group opens is
 * closed in another. An unknown condition holds.
 */
function listOmittedBranches(groups: readonly ConditionalGroup[]): readonly ConditionalBranch[] {
  const values = new Map([
    ['0', false],
    ['false', false],
  ]);
  const holds = ({ condition }: ConditionalBranch): boolean => {
    if (condition === undefined) return true;
    const { name, isNegated } = normalizeCondition(condition);
    const value = values.get(name) ?? !isNegated;
    values.set(name, value);
    return value !== isNegated;
  };
  return groups.flatMap(({ branches }) => {
    const chosen = branches.find(holds);
    return branches.filter((branch) => branch !== chosen);
  });
}

/** `defined(X)` and `#ifdef X` are the same condition, and `!(X)` is its negation. */
function normalizeCondition(condition: string): { name: string; isNegated: boolean } {
  const name = condition.replaceAll(/\s+/g, '').replaceAll(/\bdefined\(?(\w+)\)?/g, '$1');
  const [, negation = '', word, inBrackets] = /^(!?)(?:(\w+)|\(([^()]*)\))$/.exec(name) ?? [];
  return { name: word ?? inBrackets ?? name, isNegated: negation !== '' };
}

function blankRanges(text: string, ranges: readonly TextRange[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    if (end <= at) continue;
    parts.push(text.slice(at, Math.max(start, at)), blankText(text.slice(Math.max(start, at), end)));
    at = end;
  }
  return [...parts, text.slice(at)].join('');
}
