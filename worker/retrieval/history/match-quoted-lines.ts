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

/** @returns the lines that share a name with the question, best first */
export function matchQuotedLines(question: string, texts: readonly TextLines[]): readonly ScoredLine[] {
  const asked = tokenize(question.replaceAll('`', ' ')).slice(0, maxQuestionTokens);
  const askedNames = new Set(asked.filter((token) => isName(token)));
  const lines = texts.flatMap(({ path, lines: own }) =>
    own.map((text, index) => ({ path, line: index + 1, tokens: tokenize(text).slice(0, maxLineTokens) })),
  );
  const weights = weighTokens(
    lines.map(({ tokens }) => tokens),
    asked,
  );
  return lines
    .flatMap(({ path, line, tokens }): ScoredLine[] => {
      const shared = tokens.filter((token) => askedNames.has(token));
      if (shared.length === 0) return [];
      const run = findBestRun(asked, tokens, weights);
      const loose = [...new Set(shared)].filter((token) => !run.tokens.includes(token));
      const score =
        run.weight + loose.reduce((sum, token) => sum + looseShare * (weights.get(token) ?? 0), 0);
      return [{ path, line, score, isQuoted: looksLikeCode(run.tokens) }];
    })
    .toSorted((a, b) => b.score - a.score);
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

/** Returns the heaviest run of tokens that both contain. */
function findBestRun(
  asked: readonly string[],
  tokens: readonly string[],
  weights: ReadonlyMap<string, number>,
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
      if (cell.weight > best.weight) best = { weight: cell.weight, end: at + 1, length: cell.length };
    }
    previous = row;
  }
  return { weight: best.weight, tokens: asked.slice(best.end - best.length, best.end) };
}

function looksLikeCode(run: readonly string[]): boolean {
  const names = run.filter((token) => isName(token));
  const signs = run.filter((token) => /^[^\p{L}\p{N}_$]/u.test(token) && !/^[,;:'’"-]$/.test(token));
  return run.length >= minQuotedTokens && names.length > 0 && signs.length > 0;
}
