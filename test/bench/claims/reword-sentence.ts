/** Sentence edits for claims. Some keep the meaning of a sentence, the others change it. */

import { numberWords, synonyms } from './word-tables.ts';

export const cite = (text: string, id = 'e1'): string => `${text} [chunk:${id}].`;
export const withoutPeriod = (sentence: string): string => sentence.replace(/\.$/, '');
export const lowercaseFirst = (sentence: string): string =>
  withoutPeriod(sentence).replace(/^[A-Z](?=[a-z]|\s)/, (letter) => letter.toLowerCase());
/** Whether a name is recognizable as an identifier without backticks. */
export const looksLikeIdentifier = (name: string): boolean => /[a-z][A-Z]|_/.test(name.replace(/^_+/, ''));
export const hasNegation = (text: string): boolean =>
  /\b(?:not|never|no|without|cannot|none)\b|n['’]t\b/.test(text);

/** Replaces up to two words by synonyms and moves a leading condition to the end. Returns undefined if nothing changes. */
export function paraphrase(sentence: string): string | undefined {
  let changed = 0;
  const words = withoutPeriod(sentence).replace(/[A-Za-z]+/g, (word) => {
    const other = synonyms.get(word.toLowerCase());
    if (other === undefined || changed >= 2) return word;
    changed += 1;
    return /^[A-Z]/.test(word) ? other.replace(/^./, (letter) => letter.toUpperCase()) : other;
  });
  const reordered = words.replace(
    /^(If|When) ([^,]+), ([^,]+)$/,
    (_, word: string, condition: string, rest: string) =>
      `${rest.replace(/^./, (letter) => letter.toUpperCase())} ${word.toLowerCase()} ${condition}`,
  );
  return reordered === withoutPeriod(sentence) ? undefined : reordered;
}

const unitPattern = '(?:seconds?|minutes?|hours?|bytes?|bits?|days?|times?|characters?|digits?)';
const numberPattern = new RegExp(
  String.raw`(?<![-.\w])(\d+|${numberWords.slice(2).join('|')})(?![-.]\w)\b(?: ${unitPattern}\b)?`,
);
export function findNumber(sentence: string): string | undefined {
  return numberPattern.exec(sentence)?.[1];
}

/** Replaces `2` with `two` and vice versa. */
export function respellNumber(sentence: string): string {
  return sentence.replace(numberPattern, (match, spelled: string) => {
    const index = numberWords.indexOf(spelled);
    const other = index < 0 ? numberWords[Number(spelled)] : String(index);
    return other === undefined ? match : match.replace(spelled, other);
  });
}

export function replaceLongestTerm(
  sentence: string,
  replacements: ReadonlyMap<string, string>,
): string | undefined {
  const keys = [...replacements.keys()].filter((key) => new RegExp(`\\b${key}\\b`, 'i').test(sentence));
  const key = keys.toSorted((a, b) => b.length - a.length)[0];
  if (key === undefined) return undefined;
  return withoutPeriod(sentence).replace(new RegExp(`\\b${key}\\b`, 'i'), (match) => {
    const other = replacements.get(key) ?? key;
    return /^[A-Z]/.test(match) ? other.replace(/^./, (letter) => letter.toUpperCase()) : other;
  });
}

/** `a string to a number` becomes `a number to a string`. */
export function swapNouns(sentence: string): string | undefined {
  const pattern =
    /\b((?:the|an?|its|this|each|every) )([a-z]{3,}) (to|from|into|before|after|by|over|within|inside|of|for|in|on|against) ((?:the|an?|its|this|each|every) )([a-z]{3,})\b/;
  const match = pattern.exec(sentence);
  if (match === null || match[2] === match[5]) return undefined;
  return withoutPeriod(sentence).replace(pattern, '$1$5 $3 $4$2');
}

export function addNegation(sentence: string): string | undefined {
  const auxiliary = /\b(is|are|was|were|will|can|must|should|may|has|have)\b(?! not)/;
  if (auxiliary.test(sentence)) return withoutPeriod(sentence).replace(auxiliary, '$1 not');
  const verb = /^([A-Z][a-z]+)s (the|a|an|all|its|whether|if)\b/.exec(sentence);
  if (verb !== null)
    return withoutPeriod(sentence).replace(
      /^([A-Z][a-z]+)s /,
      (_, stem: string) => `Does not ${stem.toLowerCase()} `,
    );
  const bare = /^([A-Z][a-z]+) (the|a|an|all|its|whether|if)\b/.exec(sentence);
  return bare === null
    ? undefined
    : withoutPeriod(sentence).replace(/^[A-Z][a-z]+/, (word) => `Never ${word.toLowerCase()}`);
}

export function removeNegation(sentence: string): string | undefined {
  const plain = withoutPeriod(sentence)
    .replace(/\b(do|does|did)(?: not|n['’]t) /, '')
    .replace(/\b(is|are|was|were|can|could|should|must|will|would|has|have)(?: not|n['’]t)\b/, '$1')
    .replace(/\bcannot\b/, 'can')
    .replace(/\bnever /i, 'always ')
    .replace(/\bwithout\b/, 'with')
    .replace(/\bno /, 'a ');
  return plain === withoutPeriod(sentence) || hasNegation(plain) ? undefined : plain;
}

export const changeNumber = (value: string): string => {
  const index = numberWords.indexOf(value);
  if (index >= 0) return numberWords[(index + 2) % numberWords.length] ?? 'nine';
  return String(Number(value) + (Number(value) > 100 ? 500 : 3));
};

/** Returns the first result that is defined. */
export function firstResult<T>(
  list: readonly T[],
  make: (item: T) => string | undefined,
): string | undefined {
  for (const item of list) {
    const result = make(item);
    if (result !== undefined) return result;
  }
  return undefined;
}
