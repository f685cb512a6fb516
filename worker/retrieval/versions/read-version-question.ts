/** Finds the version or versions a question names, from its words and the known names. */

import { parseVersionNumber } from '../../core/repositories/match-version.ts';
import { isVersionReference } from './is-version-reference.ts';
import { createVersionNames, type VersionNames } from './version-names.ts';

export type VersionQuestion =
  | { readonly kind: 'none' }
  /** Asked of one version. `text`: the question without the words that name it. */
  | { readonly kind: 'at'; readonly version: string; readonly text: string }
  /** What is different; `to` undefined for what there is now. */
  | {
      readonly kind: 'change';
      readonly from: string;
      readonly to: string | undefined;
      readonly text: string;
    }
  /** Of one that is not there. */
  | { readonly kind: 'unknown'; readonly named: string; readonly text: string };

/** Most questions name none: only these are looked into. */
const mayName = /\d|\b(?:branch|tag|version|release)\b/i;
/** Longer questions tell of something else too; nothing is looked for in them. */
const longestQuestion = 2_000;

const name = String.raw`[\`"'“]?([\w][\w./@+-]*[\w]|\w)[\`"'”]?`;
const noun = String.raw`(?:branch|tag|version|release)\b`;
const patterns = {
  between: new RegExp(
    String.raw`,?\s*\b(?:between|from)\s+(?:the\s+)?(?:(?:branch|tag|version|release)(?:e?s)?\s+)?${name}\s+(?:and|to|until)\s+(?:${noun}\s+)?${name}`,
    'gi',
  ),
  since: new RegExp(
    String.raw`,?\s*\b(?:since|(?:compared|relative) (?:to|with)|(?:different|differs?) from|after)\s+(?:${noun}\s+)?${name}`,
    'gi',
  ),
  at: new RegExp(
    String.raw`,?\s*\b(?:as of|in|on|at|of|for|with|under)\s+(?:the\s+)?(${noun}\s+)?${name}(\s+${noun})?(?![\w/.]*[/])`,
    'gi',
  ),
};
const change =
  /\b(?:chang\w*|differ\w*|compar\w*|evolv\w*|added|removed|gone|new|renamed|deprecated|happened)\b/i;

/** Words that say less of what is meant: "for v6", "under V8". */
const vague = /^,?\s*(?:of|for|with|under)\s/i;
/** "What happened after main returns?": a branch must be said to be one. */
const isAfter = /^,?\s*after\b/i;

export function mayNameVersion(text: string): boolean {
  return text.length <= longestQuestion && mayName.test(text);
}

/** @param refs branches and tags of the repository */
export function readVersionQuestion(text: string, refs: readonly string[]): VersionQuestion {
  if (!mayNameVersion(text)) return { kind: 'none' };
  const names = createVersionNames(refs);
  return readChange(text, names) ?? readAt(text, names) ?? { kind: 'none' };
}

/** `v1.2` is written as nothing else is; of `v1` and `1.2` that is so where versions are called by numbers. */
function looksLikeVersion(word: string, { hasNumbers }: VersionNames): boolean {
  if (/^v\d+(?:\.\d+)+\w*$/i.test(word)) return true;
  return (
    hasNumbers && (/^v\d+$/.test(word) || (/^\d+\./.test(word) && parseVersionNumber(word) !== undefined))
  );
}

function readChange(text: string, names: VersionNames): VersionQuestion | undefined {
  if (!change.test(text)) return undefined;
  for (const match of text.matchAll(patterns.between)) {
    const [whole, first = '', second = ''] = match;
    // Where one of them is meant, the other is: "from 1 to v2".
    const asked = { whole, isSaidBefore: saysVersion(whole), isSaidAfter: false, rest: restAfter(match) };
    if (![first, second].some((word) => isVersionReference({ ...asked, word }))) continue;
    const [from, to] = [names.find(first), names.find(second)];
    if (from !== undefined && to !== undefined)
      return { kind: 'change', from, to, text: without(text, whole) };
    const named = [first, second].find(
      (word) => names.find(word) === undefined && looksLikeVersion(word, names),
    );
    if (named !== undefined) return { kind: 'unknown', named, text: without(text, whole) };
  }
  for (const match of text.matchAll(patterns.since)) {
    const [whole, word = ''] = match;
    const isSaid = saysVersion(whole);
    const asked = { word, whole, isSaidBefore: isSaid, isSaidAfter: false, rest: restAfter(match) };
    if (!isVersionReference(asked)) continue;
    const from = names.find(word);
    const isNumber = from !== undefined && parseVersionNumber(from) !== undefined;
    if (from !== undefined && (isNumber || isSaid || (from.length > 2 && !isAfter.test(whole))))
      return { kind: 'change', from, to: undefined, text: without(text, whole) };
    if (looksLikeVersion(word, names)) return { kind: 'unknown', named: word, text: without(text, whole) };
  }
  return undefined;
}

function readAt(text: string, names: VersionNames): VersionQuestion | undefined {
  for (const match of text.matchAll(patterns.at)) {
    const [whole, before, word = '', after] = match;
    const [isSaidBefore, isSaidAfter] = [before !== undefined, after !== undefined];
    const isSaid = isSaidBefore || isSaidAfter;
    if (!isVersionReference({ word, whole, isSaidBefore, isSaidAfter, rest: restAfter(match) })) continue;
    const version = names.find(word);
    // A branch may be called as anything is: it must be said to be one.
    if (version !== undefined && (isSaid || parseVersionNumber(version) !== undefined))
      return { kind: 'at', version, text: without(text, whole) };
    if (version !== undefined) continue;
    const isLike = looksLikeVersion(word, names) && (/^v\d+\./i.test(word) || !vague.test(whole));
    if ((isSaid && /\d/.test(word)) || isNamedBranch(whole, word) || isLike)
      return { kind: 'unknown', named: word, text: without(text, whole) };
  }
  return undefined;
}

function restAfter({ index, 0: whole, input }: RegExpExecArray): string {
  return input.slice(index + whole.length);
}

function saysVersion(words: string): boolean {
  return /\b(?:branch|tag|version|release)(?:e?s)?\s/i.test(words);
}

/** "on branch dev": of "on the branch that …" the next word is none. */
function isNamedBranch(words: string, word: string): boolean {
  return (
    /\b(?:branch|tag)\s/i.test(words) &&
    words.trimEnd().endsWith(word) &&
    !/^(?:that|which|is|are|was|of|for|to|where|and|or|name|names|if|when|the|a|with|it|in|on)$/i.test(word)
  );
}

/** The rest of a question, in order. */
export function without(text: string, words: string): string {
  return text
    .replace(words, ' ')
    .replace(/^[\s,:;–-]+/, '')
    .replace(/\s+([?.!,])/g, '$1')
    .replace(/\s{2,}/g, ' ')
    .trim();
}
