/** Selects which excerpts an answer quotes, and which definitions it only names: also better ones of which nothing can be quoted. */

import type { AnswerStyle } from '../../../core/answers/answer-style.ts';
import type { SpanPosition } from '../../../core/answers/evidence.ts';
import type { Question } from '../../../core/answers/question.ts';
import { extractTerms, identifierParts } from '../../../core/text/terms.ts';
import { readLines, type ReadableDefinition } from '../../../retrieval/context/readable-definition.ts';
import { overlaps } from '../../../retrieval/definitions/definition.ts';
import { typeKinds } from '../../../retrieval/excerpts/find-excerpts.ts';

/** What may be quoted of a definition. */
interface Candidate {
  readonly definition: ReadableDefinition;
  readonly blocks: readonly SpanPosition[];
  readonly sentence: object | undefined;
}

/** Minimum score of the second excerpt as a fraction of the first. Of 88 questions, 46 % of second definitions above 0.6 helped. */
const minFraction = 0.6;
/** Tests inside a source file, as Rust has them. */
const inlineTest = /^tests?\./;
/** Excerpts that share more of their words repeat each other, as overloads do. */
const maxShared = 0.7;

/** A likely answer quotes at most this many definitions, another one only the nearest. */
const maxQuoted = 2;
/** Definitions that are tried before an answer only names what it found. */
const maxTried = 4;

interface Selection<Item extends Candidate> {
  /** Rank above all quoted definitions, but nothing of them can be quoted; best first. */
  readonly unquoted: readonly ReadableDefinition[];
  /** Quoted, best first. */
  readonly shown: readonly Item[];
  /** Only named, best first. */
  readonly named: readonly ReadableDefinition[];
}

/** @param definitions best first @param options `find` chooses what to quote of definitions, which takes long */
export function selectExcerpts<Item extends Candidate>(
  question: Question,
  definitions: readonly ReadableDefinition[],
  options: {
    /** Maximum number of definitions, quoted or named. */
    readonly count: number;
    /** The question asks several things, so the second excerpt may answer another one. */
    readonly isSplit: boolean;
    /** False if nothing found is likely to answer. */
    readonly isLikely: boolean;
    /** `short`: one excerpt and no further names. `detailed`: a second excerpt even if its score is low. */
    readonly style?: AnswerStyle | undefined;
    readonly find: (definitions: readonly ReadableDefinition[]) => readonly Item[];
  },
): Selection<Item> {
  const { count, isSplit, isLikely, style, find } = options;
  const withTests = question.asksForTests || question.asksForExamples;
  const usable = definitions.filter(
    ({ role, symbol }) => withTests || (role !== 'test' && !inlineTest.test(symbol ?? '')),
  );
  const quotesTwo = style !== 'short' && (style === 'detailed' || isLikely || isSplit);
  const [first, second] = findQuotable(usable, quotesTwo ? maxQuoted : 1, find);
  const isSecondLikely =
    first !== undefined &&
    second !== undefined &&
    !showsSameLines(first, second) &&
    (isSplit || ((style === 'detailed' || isClose(first, second)) && !repeats(first, second)));
  const above = usable.slice(0, first === undefined ? maxTried : usable.indexOf(first.definition));
  const shown = [first, isSecondLikely ? second : undefined]
    .filter((excerpt) => excerpt !== undefined)
    .slice(0, count - Math.min(above.length, 1));
  const unquoted = above.slice(0, count - shown.length);
  if (style === 'short') return { unquoted, shown, named: [] };
  const known = new Set([...above, ...shown.map(({ definition }) => definition)]);
  const named = usable.filter((definition) => !known.has(definition) && definition.kind !== 'section');
  return { unquoted, shown, named: named.slice(0, count - shown.length - unquoted.length) };
}

/** Whether the second may answer as well as the first. */
function isClose(first: Candidate, second: Candidate): boolean {
  const { score, kind } = second.definition;
  return score >= first.definition.score * minFraction && !typeKinds.has(kind);
}

/** Tries a few definitions at a time until one can be quoted. */
function findQuotable<Item extends Candidate>(
  definitions: readonly ReadableDefinition[],
  step: number,
  find: (definitions: readonly ReadableDefinition[]) => readonly Item[],
): readonly Item[] {
  for (let start = 0; start < Math.min(definitions.length, maxTried); start += step) {
    const quotable = find(definitions.slice(start, start + step)).filter(
      ({ blocks, sentence }) => blocks.length > 0 || sentence !== undefined,
    );
    if (quotable.length > 0) return quotable;
  }
  return [];
}

/** Whether both quote the same lines, or the second is text around the first: parts of a file are ranked besides its definitions. */
function showsSameLines(first: Candidate, second: Candidate): boolean {
  const isText = second.definition.kind === 'text';
  const [ones, others] = isText ? [[first.definition], [second.definition]] : [first.blocks, second.blocks];
  return ones.some((one) => others.some((other) => overlaps(one, other)));
}

function repeats(first: Candidate, second: Candidate): boolean {
  const [one, other] = [first, second].map(
    ({ definition }) => new Set(extractTerms(readLines(definition.fileLines, definition))),
  );
  if (one === undefined || other === undefined) return false;
  const shared = [...one].filter((term) => other.has(term)).length;
  return shared / Math.max(1, Math.min(one.size, other.size)) > maxShared && isSameName(first, second);
}

/** Whether the definitions have nearly the same name, such as overloads and variants of one method. */
function isSameName(first: Candidate, second: Candidate): boolean {
  const [one, other] = [first, second].map(({ definition }) =>
    identifierParts(definition.declaration?.name ?? '').map((part) => part.toLowerCase()),
  );
  if (one === undefined || other === undefined) return false;
  return one.filter((part) => other.includes(part)).length >= Math.max(one.length, other.length) - 1;
}
