/** Finds the versions that a question is about, from its words and the names of branches and tags. */
import { parseVersionNumber } from '../../core/repositories/match-version.ts';
import { createVersionNames, type VersionNames } from './version-names.ts';

export type VersionQuestion =
  | { readonly kind: 'none' }
  /** About one version. `text` is the question without the words for the version. */
  | { readonly kind: 'at'; readonly version: string; readonly text: string }
  /** About the changes between two versions; `to` is undefined for the current one. */
  | {
      readonly kind: 'change';
      readonly from: string;
      readonly to: string | undefined;
      readonly text: string;
    }
  /** About a version that does not exist. */
  | { readonly kind: 'unknown'; readonly named: string; readonly text: string };

/** Only questions that match this hint are parsed further. */
const versionHint = /\d|\b(?:branch|tag|version|release)\b/i;
/** Maximum length in characters. Longer questions are not parsed for versions. */
const maxQuestionLength = 2_000;

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

/** Matches prepositions that may introduce something other than a version: "for v6", "under V8". */
const vaguePreposition = /^,?\s*(?:of|for|with|under)\s/i;
/** Matches "after", which a branch name may follow only with the word "branch": "What happened after main returns?" is about no branch. */
const afterPattern = /^,?\s*after\b/i;

export function mayMentionVersion(text: string): boolean {
  return text.length <= maxQuestionLength && versionHint.test(text);
}

/** @param refs branches and tags of the repository */
export function readVersionQuestion(text: string, refs: readonly string[]): VersionQuestion {
  if (!mayMentionVersion(text)) return { kind: 'none' };
  const names = createVersionNames(refs);
  return readChange(text, names) ?? readAt(text, names) ?? { kind: 'none' };
}

/** `v1.2` is always a version; `v1` and `1.2` are versions only if the repository's versions are numbers. */
function looksLikeVersion(word: string, { hasNumbers }: VersionNames): boolean {
  if (/^v\d+(?:\.\d+)+\w*$/i.test(word)) return true;
  return (
    hasNumbers && (/^v\d+$/.test(word) || (/^\d+\./.test(word) && parseVersionNumber(word) !== undefined))
  );
}

function readChange(text: string, names: VersionNames): VersionQuestion | undefined {
  if (!change.test(text)) return undefined;
  for (const match of text.matchAll(patterns.between)) {
    const [matchedText, first = '', second = ''] = match;
    // If one word is a version, so is the other: "from 1 to v2".
    const candidate = {
      matchedText,
      hasNounBefore: containsVersionNoun(matchedText),
      hasNounAfter: false,
      rest: textAfter(match),
    };
    if (![first, second].some((word) => isVersionReference({ ...candidate, word }))) continue;
    const [from, to] = [names.find(first), names.find(second)];
    if (from !== undefined && to !== undefined)
      return { kind: 'change', from, to, text: removeWords(text, matchedText) };
    const named = [first, second].find(
      (word) => names.find(word) === undefined && looksLikeVersion(word, names),
    );
    if (named !== undefined) return { kind: 'unknown', named, text: removeWords(text, matchedText) };
  }
  for (const match of text.matchAll(patterns.since)) {
    const [matchedText, word = ''] = match;
    const hasNoun = containsVersionNoun(matchedText);
    const candidate = {
      word,
      matchedText,
      hasNounBefore: hasNoun,
      hasNounAfter: false,
      rest: textAfter(match),
    };
    if (!isVersionReference(candidate)) continue;
    const from = names.find(word);
    const isNumber = from !== undefined && parseVersionNumber(from) !== undefined;
    if (from !== undefined && (isNumber || hasNoun || (from.length > 2 && !afterPattern.test(matchedText))))
      return { kind: 'change', from, to: undefined, text: removeWords(text, matchedText) };
    if (looksLikeVersion(word, names))
      return { kind: 'unknown', named: word, text: removeWords(text, matchedText) };
  }
  return undefined;
}

function readAt(text: string, names: VersionNames): VersionQuestion | undefined {
  for (const match of text.matchAll(patterns.at)) {
    const [matchedText, before, word = '', after] = match;
    const [hasNounBefore, hasNounAfter] = [before !== undefined, after !== undefined];
    const hasNoun = hasNounBefore || hasNounAfter;
    if (!isVersionReference({ word, matchedText, hasNounBefore, hasNounAfter, rest: textAfter(match) }))
      continue;
    const version = names.find(word);
    // A branch may have any name, so the question must call it a branch.
    if (version !== undefined && (hasNoun || parseVersionNumber(version) !== undefined))
      return { kind: 'at', version, text: removeWords(text, matchedText) };
    if (version !== undefined) continue;
    const mayBeVersion =
      looksLikeVersion(word, names) && (/^v\d+\./i.test(word) || !vaguePreposition.test(matchedText));
    if ((hasNoun && /\d/.test(word)) || isNamedBranch(matchedText, word) || mayBeVersion)
      return { kind: 'unknown', named: word, text: removeWords(text, matchedText) };
  }
  return undefined;
}

function textAfter({ index, 0: matchedText, input }: RegExpExecArray): string {
  return input.slice(index + matchedText.length);
}

function containsVersionNoun(words: string): boolean {
  return /\b(?:branch|tag|version|release)(?:e?s)?\s/i.test(words);
}

/** Accepts "on branch dev", but not "on the branch that …". */
function isNamedBranch(words: string, word: string): boolean {
  return (
    /\b(?:branch|tag)\s/i.test(words) &&
    words.trimEnd().endsWith(word) &&
    !/^(?:that|which|is|are|was|of|for|to|where|and|or|name|names|if|when|the|a|with|it|in|on)$/i.test(word)
  );
}

/** Removes words from a question and cleans up its spaces and punctuation. */
export function removeWords(text: string, words: string): string {
  return text
    .replace(words, ' ')
    .replace(/^[\s,:;–-]+/, '')
    .replace(/\s+([?.!,])/g, '$1')
    .replace(/\s{2,}/g, ' ')
    .trim();
}

interface WordInQuestion {
  readonly word: string;
  /** The matched text, which contains the word. */
  readonly matchedText: string;
  /** Whether a noun such as `version` or `tag` precedes or follows the word. */
  readonly hasNounBefore: boolean;
  readonly hasNounAfter: boolean;
  /** The text after `matchedText`. */
  readonly rest: string;
}

/**
 * A bare number may be a version after these words. After `at`, `for`, `of`, `with` and `under` it is a measure or the version of
 * something else.
 */
const leadingWords = /^,?\s*(?:as of|in|on|between|from|since|after|compared|relative|different|differs?)\b/i;
/** Matches if no noun follows. In `in the v2 API` and `in 0.5 seconds`, a noun states what the number measures. */
const noNounFollows =
  /^[`"'”]?(?:\s*(?:[?!,;:)–—]|\.(?!\d)|$)|\s+(?:how|what|why|when|where|who|which|does|did|do|is|are|was|were|has|have|had|can|could|should|would|will|and|or|but|if|that|than|then|to|until|in|on|at|for|by|from|with|without|the|a|an|it|its|this|these|there|compared|since|as|we|you|not|still|also)\b)/i;
/** `in 0.5 to 2 seconds`, `between 1.0 and 1.5 seconds` */
const rangePattern = /^\s+(?:to|or|and)\s+\d/i;
/** Matches a reference to something other than the repository, which may have its own versions. */
const otherProjectPattern =
  /^\s+of\s+(?!(?:this|the|our)\s+(?:repo|repository|project|library|package|code|codebase|tool|app)\b)/i;

function isVersionReference(candidate: WordInQuestion): boolean {
  const { word, matchedText, hasNounBefore, hasNounAfter, rest } = candidate;
  const dots = word.split('.').length - 1;
  const isBare = /^\d/.test(word) && parseVersionNumber(word.toLowerCase()) !== undefined;
  // IP addresses have four numbers.
  if (isBare && dots > 2) return false;
  if (otherProjectPattern.test(rest) && (isBare || dots === 0)) return false;
  const hasArticle = /\bthe\s+\S+(?:\s+\S+)?$/i.test(matchedText);
  const endsPhrase = noNounFollows.test(rest) && !rangePattern.test(rest);
  if (!isBare) return hasNounBefore || hasNounAfter || !hasArticle || endsPhrase;
  if (hasNounBefore) return true;
  // In `in 1 release`, the number counts releases.
  if (hasNounAfter) return endsPhrase && (dots > 0 || hasArticle);
  return dots > 0 && endsPhrase && leadingWords.test(matchedText);
}
