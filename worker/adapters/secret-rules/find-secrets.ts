/**
 * Finds secrets in one pass. A table of character pairs marks where a hint may begin, and only rules whose hint matches are tried. Patterns and
 * fruitless matches are bounded, so that the time is linear in the text, whatever it contains.
 */

import type { SecretMask } from '../../core/files/file.ts';
import { computeEntropy, isRealToken, minEntropy } from './real-value.ts';
import type { SecretRule } from './secret-rule.ts';

/** A search of one text. */
interface SecretSearch {
  readonly masks: readonly SecretMask[];
  /** Continues for about `maxWork` characters; each try of a rule counts as several. @returns the work done, and whether the text ended */
  advance(maxWork: number): { readonly work: number; readonly done: boolean };
}

/** The state of a search. Searches interleave, so each has its own. */
interface Search {
  readonly text: string;
  readonly masks: SecretMask[];
  /** For each rule, where it may be tried again. Otherwise repeated hints inside a secret would each start a match. */
  readonly ends: Uint32Array;
  /** For each rule, the characters of rejected matches. */
  readonly rejected: Float64Array;
  at: number;
  work: number;
}

interface Hint {
  readonly text: string;
  /** The code of its third character, which excludes most places; -1 for a hint of two characters. */
  readonly third: number;
  readonly candidates: Candidate[];
}

interface Candidate {
  readonly rule: SecretRule;
  readonly pattern: RegExp;
  /** Its index in the table of rules. */
  readonly place: number;
}

/** Hints are ASCII. */
const tableSize = 128;

/** The cost of trying a rule, in scanned characters. */
const workPerTry = 100;
const workPerMatchedCharacter = 4;
/** A rule whose rejected matches exceed this plus a multiple of the text skips rejected matches. Only hostile text gets there. */
const rejectedCharacters = 20_000;
const rejectedPerCharacter = 4;

export function createFinder(rules: readonly SecretRule[]): (text: string) => SecretSearch {
  const index = indexHints(rules);
  return (text) => {
    const search: Search = {
      text,
      masks: [],
      ends: new Uint32Array(rules.length),
      rejected: new Float64Array(rules.length),
      at: 0,
      work: 0,
    };
    return {
      masks: search.masks,
      advance: (maxWork) => {
        search.work = 0;
        advance(search, index, maxWork);
        return { work: search.work, done: search.at >= text.length - 1 };
      },
    };
  };
}

function advance(search: Search, { begins, byPair }: ReturnType<typeof indexHints>, maxWork: number): void {
  const { text } = search;
  const last = Math.min(text.length - 1, search.at + maxWork);
  let at = search.at;
  let code = text.charCodeAt(at);
  for (; at < last; at++) {
    const next = text.charCodeAt(at + 1);
    const pair = (code << 7) | next;
    const isAscii = (code | next) < tableSize;
    code = next;
    if (!isAscii || begins[pair] !== 1) continue;
    tryHints(search, at, byPair[pair] ?? []);
    if (search.work < maxWork) continue;
    at++;
    break;
  }
  search.work += at - search.at;
  search.at = at;
}

function tryHints(search: Search, at: number, hints: readonly Hint[]): void {
  const { text, ends } = search;
  const third = text.charCodeAt(at + 2);
  for (let index = 0; index < hints.length; index++) {
    const hint = hints[index];
    if (hint === undefined || (hint.third !== third && hint.third >= 0) || !text.startsWith(hint.text, at))
      continue;
    for (const candidate of hint.candidates)
      if ((ends[candidate.place] ?? 0) <= at) tryRule(search, at, candidate);
  }
}

function tryRule(search: Search, at: number, { rule, pattern, place }: Candidate): void {
  const { text, ends, rejected } = search;
  search.work += workPerTry;
  // Another hint of the rule may begin here as well.
  ends[place] = at + 1;
  if (rule.boundary !== 'inside' && !isBoundary(text, at)) return;
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (found === null) return;
  const matched = found[0].length;
  search.work += workPerMatchedCharacter * matched;
  const mask = createMask(text, rule, found);
  if (mask !== undefined) {
    search.masks.push(mask);
    ends[place] = mask.end;
    return;
  }
  const total = (rejected[place] ?? 0) + matched;
  rejected[place] = total;
  if (total > rejectedCharacters + rejectedPerCharacter * text.length) ends[place] = at + matched;
}

function indexHints(rules: readonly SecretRule[]) {
  const begins = new Uint8Array(tableSize * tableSize);
  const byPair: Hint[][] = Array.from({ length: tableSize * tableSize }, () => []);
  const candidates = rules.map((rule, place): Candidate => {
    const pattern = new RegExp(rule.pattern.source, `${rule.pattern.flags}d`);
    return { rule, pattern, place };
  });
  for (const candidate of candidates)
    for (const text of new Set(candidate.rule.hints)) {
      const pair = (text.charCodeAt(0) << 7) | text.charCodeAt(1);
      const hints = byPair[pair] ?? [];
      const third = text.length > 2 ? text.charCodeAt(2) : -1;
      begins[pair] = 1;
      const same = hints.find((hint) => hint.text === text);
      if (same === undefined) hints.push({ text, third, candidates: [candidate] });
      else same.candidates.push(candidate);
    }
  return { begins, byPair };
}

function createMask(text: string, rule: SecretRule, { indices }: RegExpExecArray): SecretMask | undefined {
  if (indices === undefined) return undefined;
  const captured = indices.slice(1).filter((part) => part !== undefined);
  const parts = captured.length === 0 ? [indices[0]].filter((part) => part !== undefined) : captured;
  const start = Math.min(...parts.map(([begin]) => begin));
  const end = Math.max(...parts.map(([, close]) => close));
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

/** Whether no letter or digit precedes, except for those of an escape. */
function isBoundary(text: string, at: number): boolean {
  if (at === 0 || !isWordCharacter(text.charCodeAt(at - 1))) return true;
  return escapeBefore.test(text.slice(Math.max(0, at - maxEscapeLength), at));
}

function isWordCharacter(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}
