/** Chooses the sentence of a definition's documentation and comments that says most about a question. */

import type { Question } from '../../core/answers/question.ts';
import { readQuestionTraits } from '../definitions/question-traits.ts';
import type { Block, ScoredLine } from './choose-block.ts';

export interface ChosenSentence {
  /** One line, without comment marks. */
  readonly text: string;
  readonly startLine: number;
  readonly endLine: number;
  /** It is a comment inside the code, not documentation of the whole definition. */
  readonly isComment: boolean;
  readonly score: number;
}

const mark = /^[ \t]*(?:\/\/[/!]?|\/\*\*?|\*\/?|#+!?|--+|;+|[rbuf]{0,2}"""|'''|<!--)?[ \t]?/i;
const closingMark = /[ \t]*(?:\*\/|"""|'''|-->)[ \t]*$/;
/** Directives, tags, markup and code in documentation, which are no sentences. */
const noSentence = /^(?:@\w+|\\\w+|:\w[\w ]*:|\.\. |>>>|\$ |```|~~~|<\w+|[-=~^]{3,}|\|)/;
/** Notices, and sentences that only point elsewhere. */
const noContent =
  /copyright|licen[cs]e|all rights reserved|spdx|^\W*(?:see|refer to|read|cf\.?|todo|fixme|note that this)\b/i;
const reason =
  /\b(?:because|since|so that|to (?:avoid|prevent|allow|keep|ensure|make sure)|otherwise|in order to|must|never|ensures?|therefore|hence)\b/i;

const minWords = 4;
export const maxSentenceLength = 420;
/** Minimum score of a sentence that is shown. */
const minScore = 0.3;
/** Minimum fraction of the question that one line of the sentence contains. */
const minCoverage = 0.1;
/** Added to a sentence that gives a reason, if the question asks for one. */
const reasonBonus = 0.25;

/** @param lines of one definition, in order @param block lines that are shown anyway */
export function chooseSentence(
  question: Question,
  lines: readonly ScoredLine[],
  block: Block | undefined,
): ChosenSentence | undefined {
  const asksWhy = readQuestionTraits(question)['asksReason'] === 1;
  let best: ChosenSentence | undefined;
  for (const { coverage, ...sentence } of listSentences(lines)) {
    const isShown =
      block !== undefined && sentence.startLine >= block.startLine && sentence.endLine <= block.endLine;
    if (isShown || coverage < minCoverage) continue;
    const score = sentence.score + (asksWhy && reason.test(sentence.text) ? reasonBonus : 0);
    if (score >= minScore && (best === undefined || score > best.score)) best = { ...sentence, score };
  }
  return best;
}

type Candidate = ChosenSentence & { readonly coverage: number };

function* listSentences(lines: readonly ScoredLine[]): Generator<Candidate> {
  let run: ScoredLine[] = [];
  for (const line of [...lines, undefined]) {
    const last = run.at(-1);
    const isNext = line?.line === (last?.line ?? 0) + 1 && line?.isDocumentation === last?.isDocumentation;
    if (last !== undefined && !(isNext && line?.kind === 'comment')) {
      yield* splitRun(run);
      run = [];
    }
    if (line?.kind === 'comment') run.push(line);
  }
}

/** Splits consecutive lines of one comment into sentences with their lines. */
function* splitRun(run: readonly ScoredLine[]): Generator<Candidate> {
  const isComment = run[0]?.isDocumentation === false;
  let words: { readonly text: string; readonly line: ScoredLine }[] = [];
  const close = function* (): Generator<Candidate> {
    const [first, last] = [words[0], words.at(-1)];
    const text = words.map((word) => word.text).join(' ');
    const lines = [...new Set(words.map(({ line }) => line))];
    words = [];
    if (first === undefined || last === undefined || !isUsable(text)) return;
    const score = Math.max(...lines.map((line) => line.score));
    const coverage = Math.max(...lines.map(({ features }) => features['coverage'] ?? 0));
    yield { text, startLine: first.line.line, endLine: last.line.line, isComment, score, coverage };
  };
  for (const line of run) {
    const text = line.text.trimEnd().replace(mark, '').replace(closingMark, '').trim();
    if (text === '' || noSentence.test(text)) {
      yield* close();
      continue;
    }
    for (const word of text.split(/\s+/)) {
      words.push({ text: word, line });
      if (/[.!?][)"'`*]?$/.test(word) && !/\b(?:e\.g|i\.e|etc|vs|cf)\.$/i.test(word)) yield* close();
    }
  }
  yield* close();
}

function isUsable(text: string): boolean {
  return (
    text.split(' ').length >= minWords &&
    text.length <= maxSentenceLength &&
    /^[\p{L}`"'(*[\d]/u.test(text) &&
    !/[“”]|\[chunk:/.test(text) &&
    !noContent.test(text)
  );
}
