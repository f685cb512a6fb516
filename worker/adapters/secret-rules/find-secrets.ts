/**
 * Finds secrets in one pass. A table of character pairs marks where a hint may begin, and only rules whose hint matches are tried. The lengths of
 * patterns and of rejected matches are limited, so that the time is linear in the length of any text.
 */

import type { SecretMask } from '../../core/files/file.ts';
import { computeEntropy, isRealToken, minEntropy } from './real-value.ts';
import type { SecretRule } from './secret-rule.ts';

/** A search of one text. */
interface SecretSearch {
  readonly masks: readonly SecretMask[];
  /** Continues for about `maxWork` characters; each try of a rule is counted as several. @returns the work done, and whether the text ended */
  advance(maxWork: number): { readonly work: number; readonly isDone: boolean };
}

/** The state of a search. Searches interleave, so each has its own. */
interface Search {
  readonly text: string;
  readonly masks: SecretMask[];
  /** For each rule, the first index where it may be tried again. Otherwise each hint inside a secret would start another match. */
  readonly ends: Uint32Array;
  /** For each rule, the total characters of rejected matches. */
  readonly rejectedCharacters: Float64Array;
  position: number;
  work: number;
}

interface Hint {
  readonly text: string;
  /** The code of its third character, which excludes most positions; -1 for a hint of two characters. */
  readonly thirdCode: number;
  readonly candidates: Candidate[];
}

interface Candidate {
  readonly rule: SecretRule;
  readonly pattern: RegExp;
  /** Its index in the table of rules. */
  readonly ruleIndex: number;
}

/** Hints are ASCII. */
const tableSize = 128;

/** The cost of trying a rule, in scanned characters. */
const workPerTry = 100;
const workPerMatchedCharacter = 4;
/** Once a rule's rejected matches exceed this plus a multiple of the text's length, the rule skips them. Only hostile text exceeds it. */
const allowedRejectedCharacters = 20_000;
const allowedRejectedPerCharacter = 4;

export function createFinder(rules: readonly SecretRule[]): (text: string) => SecretSearch {
  const index = indexHints(rules);
  return (text) => {
    const search: Search = {
      text,
      masks: [],
      ends: new Uint32Array(rules.length),
      rejectedCharacters: new Float64Array(rules.length),
      position: 0,
      work: 0,
    };
    return {
      masks: search.masks,
      advance: (maxWork) => {
        search.work = 0;
        advance(search, index, maxWork);
        return { work: search.work, isDone: search.position >= text.length - 1 };
      },
    };
  };
}

function advance(
  search: Search,
  { startsHint, byPair }: ReturnType<typeof indexHints>,
  maxWork: number,
): void {
  const { text } = search;
  const scanEnd = Math.min(text.length - 1, search.position + maxWork);
  let index = search.position;
  let code = text.charCodeAt(index);
  for (; index < scanEnd; index++) {
    const next = text.charCodeAt(index + 1);
    const pair = (code << 7) | next;
    const isAscii = (code | next) < tableSize;
    code = next;
    if (!isAscii || startsHint[pair] !== 1) continue;
    tryHints(search, index, byPair[pair] ?? []);
    if (search.work < maxWork) continue;
    index++;
    break;
  }
  search.work += index - search.position;
  search.position = index;
}

function tryHints(search: Search, start: number, hints: readonly Hint[]): void {
  const { text, ends } = search;
  const third = text.charCodeAt(start + 2);
  for (let index = 0; index < hints.length; index++) {
    const hint = hints[index];
    if (
      hint === undefined ||
      (hint.thirdCode !== third && hint.thirdCode >= 0) ||
      !text.startsWith(hint.text, start)
    )
      continue;
    for (const candidate of hint.candidates)
      if ((ends[candidate.ruleIndex] ?? 0) <= start) tryRule(search, start, candidate);
  }
}

function tryRule(search: Search, start: number, { rule, pattern, ruleIndex }: Candidate): void {
  const { text, ends, rejectedCharacters } = search;
  search.work += workPerTry;
  // Another hint of the rule may begin here as well.
  ends[ruleIndex] = start + 1;
  if (rule.boundary !== 'inside' && !isBoundary(text, start)) return;
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  if (match === null) return;
  const matchLength = match[0].length;
  search.work += workPerMatchedCharacter * matchLength;
  const mask = createMask(text, rule, match);
  if (mask !== undefined) {
    search.masks.push(mask);
    ends[ruleIndex] = mask.end;
    return;
  }
  const totalRejected = (rejectedCharacters[ruleIndex] ?? 0) + matchLength;
  rejectedCharacters[ruleIndex] = totalRejected;
  if (totalRejected > allowedRejectedCharacters + allowedRejectedPerCharacter * text.length)
    ends[ruleIndex] = start + matchLength;
}

function indexHints(rules: readonly SecretRule[]) {
  const startsHint = new Uint8Array(tableSize * tableSize);
  const byPair: Hint[][] = Array.from({ length: tableSize * tableSize }, () => []);
  const candidates = rules.map((rule, ruleIndex): Candidate => {
    const pattern = new RegExp(rule.pattern.source, `${rule.pattern.flags}d`);
    return { rule, pattern, ruleIndex };
  });
  for (const candidate of candidates)
    for (const text of new Set(candidate.rule.hints)) {
      const pair = (text.charCodeAt(0) << 7) | text.charCodeAt(1);
      const hints = byPair[pair] ?? [];
      const third = text.length > 2 ? text.charCodeAt(2) : -1;
      startsHint[pair] = 1;
      const existingHint = hints.find((hint) => hint.text === text);
      if (existingHint === undefined) hints.push({ text, thirdCode: third, candidates: [candidate] });
      else existingHint.candidates.push(candidate);
    }
  return { startsHint, byPair };
}

function createMask(text: string, rule: SecretRule, { indices }: RegExpExecArray): SecretMask | undefined {
  if (indices === undefined) return undefined;
  const captured = indices.slice(1).filter((part) => part !== undefined);
  const parts = captured.length === 0 ? [indices[0]].filter((part) => part !== undefined) : captured;
  const start = Math.min(...parts.map(([partStart]) => partStart));
  const end = Math.max(...parts.map(([, partEnd]) => partEnd));
  if (rule.boundary !== 'inside' && isWordCharacter(text.charCodeAt(end))) return undefined;
  const value = text.slice(start, end);
  const isSecret =
    (rule.accepts ?? isRealToken)(value) && computeEntropy(value) >= (rule.entropy ?? minEntropy);
  return isSecret ? { start, end, rule: rule.id } : undefined;
}

/** What may directly precede a secret: an escape (`\n`, `%3D`, `\u0022`), or a color code, raw or escaped (`\x1b[31m`). */
const escapeBefore =
  /(?:\\[nrt]|%[0-9A-F]{2}|\\u[0-9A-F]{4}|\\x[0-9A-F]{2}|(?:[^ -~]|\\(?:x1b|u001b|033|e))\[[\d;]{0,16}[A-Z])$/i;
const maxEscapeLength = 24;

/** Whether no letter or digit precedes the index, unless it is part of an escape. */
function isBoundary(text: string, index: number): boolean {
  if (index === 0 || !isWordCharacter(text.charCodeAt(index - 1))) return true;
  return escapeBefore.test(text.slice(Math.max(0, index - maxEscapeLength), index));
}

function isWordCharacter(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}
