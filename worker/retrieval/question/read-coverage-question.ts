/**
 * Reads which files, folders and extensions a question may ask about that the index does not contain. The list of skipped files decides which of
 * them exist.
 *
 * A question about this index consists of a closed set of words beside the thing that it names: "Is the test folder excluded?" may be about the
 * index, "Is the test folder excluded from coverage?" is about the code. A fitted score took every second question of the second kind for one of
 * the first.
 */

import type { Question } from '../../core/answers/question.ts';
import { isStopWord } from '../../core/text/terms.ts';

export interface CoverageReading {
  /** Paths, file names, folders and extensions (with their dot), each once, as written. */
  readonly paths: readonly string[];
  /** Words that may be a folder, a file name or an extension; only of a question about the index. */
  readonly words: readonly string[];
  /** It asks whether or why something is in the index; otherwise it asks what a file contains, or what the code does with it. */
  readonly asksForIndexing: boolean;
  /** It mentions the index or this service, and what it names is clearly a file, a folder or an extension. */
  readonly isSure: boolean;
}

/** A path, a name with an extension, or an extension. */
const pathLike = /(?<![\p{L}\p{N}_./@*-])(?:\*?\.[\p{L}\p{N}]+|[\p{L}\p{N}_.@-]*[./][\p{L}\p{N}_./@-]*)/gu;
const maskedPath = '‹path›';
const token = /‹path›|[\p{L}\p{N}_-]+/gu;
/** The end of "isn't" or "you've". */
const contraction = /['’](?:d|ll|m|re|s|t|ve)\b/gi;

const indexWords = /^(?:index(?:ed|es|ing)?|searchable|unindexed)$/;
const skipWords =
  /^(?:cover(?:ed|s)?|exclud(?:e|ed|es|ing)|ignor(?:e|ed|es|ing)|leav(?:e|es|ing)|left|omit(?:s|ted)?|skip(?:s|ped|ping)?)$/;
/** What this service does with files. */
const readWords =
  /^(?:contains?|cover(?:ed|s)?|find|finds|found|includ(?:e|ed|es)|knows?|known|look(?:ed|s)?|read|reads|return(?:ed|s)?|search(?:ed|es|ing)?|see|seen|shown?)$/;
/** "You" may be the authors of the code: "do you have tests for …". */
const ownWords = /^(?:contents?|has|have|got)$/;
const kindWords = /^(?:directories|directory|dir|dirs|files?|folders?)$/;
const otherWords =
  /^(?:account|answers?|anywhere|available|come|contents?|ever|get|got|haven|hits?|manage|managed|missing|never|nothing|part|reasons?|repo|repository|results?|take|taken|whether|yet)$/;
const service = /\b(?:you|your|yours)\b/i;
/** "How come" asks for a reason. */
const otherQuestion = /\b(?:how(?! come\b)|where|who|whose)\b/i;
/** A part of the code. */
const otherIndex = /(?<!\byour )\bsearch index\b/i;
/** "Which columns are indexed?" asks for the columns. */
const asksForList = /^\W*(?:which|what)\b/i;
/** Shorter words are names of languages, not of folders that somebody asks about. */
const minWordLength = 3;
const maxCandidates = 24;

export function readCoverageQuestion({ text }: Pick<Question, 'text'>): CoverageReading {
  const masked = text.replace(/`[^`\n]+`/g, ` ${maskedPath} `).replace(pathLike, ` ${maskedPath} `);
  const tokens: readonly string[] = masked.replace(contraction, '').toLowerCase().match(token) ?? [];
  const run = findOnlyRun(tokens);
  const marked = tokens.includes(maskedPath) || isMarked(tokens, run ?? []);
  const mentionsIndex = tokens.some((word) => indexWords.test(word));
  const mentionsService = service.test(text) && tokens.some((word) => isServiceVerb(word, tokens));
  const mentionsSkipping = marked && tokens.some((word) => skipWords.test(word));
  const asksForIndexing =
    run !== undefined &&
    (mentionsIndex || mentionsService || mentionsSkipping) &&
    !otherQuestion.test(masked) &&
    !otherIndex.test(masked) &&
    !(run.length > 0 && asksForList.test(masked));
  // A name in backticks is rather a definition than a folder, unless the question is about the index.
  const paths = findPaths(text).filter((name) => asksForIndexing || /[./]/.test(name));
  const words = asksForIndexing ? run.filter((word) => word.length >= minWordLength) : [];
  return {
    paths: paths.slice(0, maxCandidates),
    words: words.filter((word) => !paths.includes(word)).slice(0, maxCandidates),
    asksForIndexing,
    isSure: asksForIndexing && marked && (mentionsIndex || mentionsService),
  };
}

function findPaths(text: string): readonly string[] {
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name);
  const written = text.replace(/`[^`\n]+`/g, ' ').match(pathLike) ?? [];
  const paths = [...quoted, ...written].map((path) => path.replace(/^\*|[./]+$/g, ''));
  return [...new Set(paths)].filter((path) => /[\p{L}\p{N}]/u.test(path));
}

/**
 * Finds the words that name what the question is about.
 * @returns nothing if a path names it; undefined if there are words in two places, or beside a path
 */
function findOnlyRun(tokens: readonly string[]): readonly string[] | undefined {
  const isContent = tokens.map((word) => word !== maskedPath && !isClosed(word));
  const first = isContent.indexOf(true);
  if (first === -1) return [];
  const last = isContent.lastIndexOf(true);
  return tokens.includes(maskedPath) || isContent.slice(first, last).includes(false)
    ? undefined
    : tokens.slice(first, last + 1);
}

function isClosed(word: string): boolean {
  return (
    isStopWord(word) ||
    [indexWords, skipWords, readWords, ownWords, kindWords, otherWords].some((words) => words.test(word))
  );
}

/** Whether the words are followed by "folder" or "files". */
function isMarked(tokens: readonly string[], run: readonly string[]): boolean {
  const last = run.at(-1);
  return last !== undefined && kindWords.test(tokens[tokens.lastIndexOf(last) + 1] ?? '');
}

function isServiceVerb(word: string, tokens: readonly string[]): boolean {
  return skipWords.test(word) || readWords.test(word) || (ownWords.test(word) && tokens.includes(maskedPath));
}
