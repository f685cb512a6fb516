/**
 * Finds the lines that a question quotes. A quotation needs no marks: the score of a line is the rarest run of tokens that it shares with
 * the question, so `socket._meta = null` is found wherever it stands in a sentence.
 */

import { isStopWord } from '../../core/text/terms.ts';

export interface ScoredLine {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly score: number;
  /** The shared run looks like code: it has at least three tokens, names and signs mixed. */
  readonly isQuoted: boolean;
}

interface TextLines {
  readonly path: string;
  readonly lines: readonly string[];
}

const tokenPattern = /[\p{L}_$][\p{L}\p{N}_$]*|\p{N}+(?:\.\p{N}+)*|[^\s\p{L}\p{N}]/gu;
const maxQuestionTokens = 120;
const maxLineTokens = 80;
const signWeight = 0.35;
const plainWordWeight = 0.25;
/** What one shared name outside the run adds, relative to its weight in the run. */
const looseShare = 0.35;
const minQuotedTokens = 3;
const minFragmentShare = 0.6;
const quotedFragment = /[`"“]([^`"”]{3,200})[`"”]/g;
const codeName =
  /[\p{L}_$][\p{L}\p{N}_$]*(?=[=.([<>!&|*]|\s*[=<>!&|*+]{1,3}\s)|(?<=[.=(&|!*]|[=<>&|*+]\s)[\p{L}_$][\p{L}\p{N}_$]*/gu;
const maxCodeNames = 8;

/** @returns the lines that share a name with the question, best first */
export function matchQuotedLines(question: string, texts: readonly TextLines[]): readonly ScoredLine[] {
  const asked = tokenize(question.replaceAll('`', ' ')).slice(0, maxQuestionTokens);
  const askedNames = new Set(asked.filter((token) => isName(token)));
  const fragments = Array.from(question.matchAll(quotedFragment), ([, inner = '']) => tokenize(inner));
  const lines = texts.flatMap(({ path, lines: own }) => {
    const tokens = own.map((text) => tokenize(text).slice(0, maxLineTokens));
    return tokens.map((words, index) => ({
      path,
      line: index + 1,
      tokens: words,
      next: tokens[index + 1] ?? [],
    }));
  });
  const weights = weighTokens(
    lines.map(({ tokens }) => tokens),
    asked,
  );
  return lines
    .flatMap(({ path, line, tokens, next }): ScoredLine[] => {
      const shared = tokens.filter((token) => askedNames.has(token));
      if (shared.length === 0) return [];
      // A quotation may go on in the next line.
      const run = findBestRun(asked, [...tokens, ...next], weights, tokens.length);
      const loose = [...new Set(shared)].filter((token) => !run.tokens.includes(token));
      const score =
        run.weight + loose.reduce((sum, token) => sum + looseShare * (weights.get(token) ?? 0), 0);
      return [
        { path, line, score, isQuoted: looksLikeCode(run.tokens) || coversFragment(run.tokens, fragments) },
      ];
    })
    .toSorted((a, b) => b.score - a.score);
}

/** Returns the names that stand beside a sign, as in code, so that files with them can be searched. */
export function findCodeNames(question: string): readonly string[] {
  return [...new Set(question.match(codeName) ?? [])].filter((name) => isName(name)).slice(0, maxCodeNames);
}

/** Whether the run is most of a fragment that the question puts in quotation marks. */
function coversFragment(run: readonly string[], fragments: readonly (readonly string[])[]): boolean {
  return fragments.some(
    (fragment) =>
      fragment.length >= minQuotedTokens &&
      run.length >= fragment.length * minFragmentShare &&
      run.every((token) => fragment.includes(token)),
  );
}

function tokenize(text: string): readonly string[] {
  return text.match(tokenPattern) ?? [];
}

/** Whether a token may identify a line: not a sign, and not a word such as "the". */
function isName(token: string): boolean {
  return (
    /^[\p{L}\p{N}_$]/u.test(token) &&
    !isStopWord(token.toLowerCase()) &&
    (token.length > 1 || /\p{N}/u.test(token))
  );
}

/** Weighs a name by how few lines contain it. Signs and common words add little. */
function weighTokens(
  lines: readonly (readonly string[])[],
  asked: readonly string[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>(asked.map((token) => [token, 0]));
  for (const tokens of lines)
    for (const token of new Set(tokens)) {
      const count = counts.get(token);
      if (count !== undefined) counts.set(token, count + 1);
    }
  return new Map(
    [...counts].map(([token, count]) => {
      if (!isName(token)) return [token, /^[\p{L}]/u.test(token) ? plainWordWeight : signWeight];
      return [token, Math.log(1 + lines.length / (1 + count)) * (isCodeName(token) ? 1 : 0.6)];
    }),
  );
}

function isCodeName(token: string): boolean {
  return /_|\p{N}|\p{Ll}\p{Lu}|^\p{Lu}{2}|\$/u.test(token);
}

/** Returns the heaviest run of tokens that both contain and that begins among the first `ownLength`. */
function findBestRun(
  asked: readonly string[],
  tokens: readonly string[],
  weights: ReadonlyMap<string, number>,
  ownLength: number,
): { readonly weight: number; readonly tokens: readonly string[] } {
  let best = { weight: 0, end: 0, length: 0 };
  let previous: { weight: number; length: number }[] = [];
  for (const [at, token] of asked.entries()) {
    const row: { weight: number; length: number }[] = [];
    for (const [index, other] of tokens.entries()) {
      if (token !== other) continue;
      const before = previous[index - 1];
      const cell = {
        weight: (before?.weight ?? 0) + (weights.get(token) ?? 0),
        length: (before?.length ?? 0) + 1,
      };
      row[index] = cell;
      const beginsInLine = index - cell.length + 1 < ownLength;
      if (beginsInLine && cell.weight > best.weight)
        best = { weight: cell.weight, end: at + 1, length: cell.length };
    }
    previous = row;
  }
  return { weight: best.weight, tokens: asked.slice(best.end - best.length, best.end) };
}

function looksLikeCode(run: readonly string[]): boolean {
  const names = run.filter((token) => isName(token));
  // In prose a colon and a dash stand between words, but not beside a name that is no word.
  const signs = names.some((token) => isCodeName(token))
    ? /^[^\p{L}\p{N}_$,;'’"]/u
    : /^[^\p{L}\p{N}_$,;:'’"-]/u;
  return run.length >= minQuotedTokens && names.length > 0 && run.some((token) => signs.test(token));
}
