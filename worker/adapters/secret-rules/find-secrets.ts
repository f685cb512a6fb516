/**
 * Finds what the rules describe in one pass: a table of two characters says where a hint may begin, and only the rules of hints that are
 * there are tried. Every pattern is bounded, so that time grows with the text whatever it contains.
 */

import type { SecretMask } from '../../core/file.ts';
import { entropyOf, isRealToken, leastEntropy } from './real-value.ts';
import type { SecretRule } from './secret-rule.ts';

interface Hint {
  readonly text: string;
  /** The code of its third character, which rules most places out; -1 where it has two. */
  readonly third: number;
  readonly candidates: Candidate[];
}

interface Candidate {
  readonly rule: SecretRule;
  readonly pattern: RegExp;
  /** Where the last secret of this rule ends: a run of hints inside it would be matched from each of them. */
  end: number;
}

/** Hints are ASCII. */
const tableSize = 128;

export function createFinder(rules: readonly SecretRule[]): (text: string) => readonly SecretMask[] {
  const { begins, byPair, candidates } = indexHints(rules);
  return (text) => {
    const masks: SecretMask[] = [];
    for (const candidate of candidates) candidate.end = 0;
    const last = text.length - 1;
    let code = text.charCodeAt(0);
    for (let at = 0; at < last; at++) {
      const next = text.charCodeAt(at + 1);
      const pair = (code << 7) | next;
      const isAscii = (code | next) < tableSize;
      code = next;
      if (isAscii && begins[pair] === 1) tryHints(text, at, byPair[pair] ?? [], masks);
    }
    return masks;
  };
}

function tryHints(text: string, at: number, hints: readonly Hint[], masks: SecretMask[]): void {
  const third = text.charCodeAt(at + 2);
  for (let index = 0; index < hints.length; index++) {
    const hint = hints[index];
    if (hint === undefined || (hint.third !== third && hint.third >= 0) || !text.startsWith(hint.text, at))
      continue;
    for (const candidate of hint.candidates) {
      if (candidate.end > at) continue;
      const mask = match(text, at, candidate);
      if (mask === undefined) continue;
      masks.push(mask);
      candidate.end = mask.end;
    }
  }
}

function indexHints(rules: readonly SecretRule[]) {
  const begins = new Uint8Array(tableSize * tableSize);
  const byPair: Hint[][] = Array.from({ length: tableSize * tableSize }, () => []);
  const candidates = rules.map((rule): Candidate => {
    const pattern = new RegExp(rule.pattern.source, `${rule.pattern.flags}d`);
    return { rule, pattern, end: 0 };
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
  return { begins, byPair, candidates };
}

function match(text: string, at: number, { rule, pattern }: Candidate): SecretMask | undefined {
  if (rule.boundary !== 'inside' && !isBoundary(text, at)) return undefined;
  pattern.lastIndex = at;
  const groups = pattern.exec(text)?.indices;
  if (groups === undefined) return undefined;
  const captured = groups.slice(1).filter((part) => part !== undefined);
  const parts = captured.length === 0 ? [groups[0]].filter((part) => part !== undefined) : captured;
  const start = Math.min(...parts.map(([begin]) => begin));
  const end = Math.max(...parts.map(([, close]) => close));
  if (rule.boundary !== 'inside' && isWordCharacter(text.charCodeAt(end))) return undefined;
  const value = text.slice(start, end);
  const isSecret = (rule.accepts ?? isRealToken)(value) && entropyOf(value) >= (rule.entropy ?? leastEntropy);
  return isSecret ? { start, end, rule: rule.id } : undefined;
}

/** No letter or digit before, but those of an escape: `\n`, `%3D`, `\u0022`. */
function isBoundary(text: string, at: number): boolean {
  if (at === 0 || !isWordCharacter(text.charCodeAt(at - 1))) return true;
  return /(?:\\[nrt]|%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2})$/.test(
    text.slice(Math.max(0, at - 6), at),
  );
}

function isWordCharacter(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}
