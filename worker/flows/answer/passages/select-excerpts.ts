/** Selects which excerpts an answer quotes, and which definitions it only names. */

import type { Question } from '../../../core/answers/question.ts';
import { extractTerms, identifierParts } from '../../../core/text/terms.ts';
import { readLines, type ReadableDefinition } from '../../../retrieval/context/readable-definition.ts';
import { overlaps } from '../../../retrieval/definitions/definition.ts';
import { typeKinds, type Excerpt } from '../../../retrieval/excerpts/find-excerpts.ts';

/** Minimum score of the second excerpt as a fraction of the first. Of 88 questions, 46 % of second definitions above 0.6 helped. */
const minFraction = 0.6;
/** Tests inside a source file, as Rust has them. */
const inlineTest = /^tests?\./;
/** Excerpts that share more of their words repeat each other, as overloads do. */
const maxShared = 0.7;

/** A likely answer quotes at most this many definitions, another one only the nearest. */
const maxQuoted = 2;

interface Selection {
  /** Quoted, best first. */
  readonly shown: readonly Excerpt[];
  /** Only named, best first. */
  readonly named: readonly ReadableDefinition[];
}

/** @param definitions best first @param options `find` chooses what to quote of definitions, which takes long */
export function selectExcerpts(
  question: Question,
  definitions: readonly ReadableDefinition[],
  options: {
    /** Maximum number of definitions, quoted or named. */
    readonly count: number;
    /** The question asks several things, so the second excerpt may answer another one. */
    readonly isSplit: boolean;
    /** False if nothing found is likely to answer. */
    readonly isLikely: boolean;
    readonly find: (definitions: readonly ReadableDefinition[]) => readonly Excerpt[];
  },
): Selection {
  const { count, isSplit, isLikely, find } = options;
  const withTests = question.asksForTests || question.asksForExamples;
  const usable = definitions.filter(
    ({ role, symbol }) => withTests || (role !== 'test' && !inlineTest.test(symbol ?? '')),
  );
  const [first, second] = find(usable.slice(0, isLikely || isSplit ? maxQuoted : 1));
  const isSecondLikely =
    first !== undefined &&
    second !== undefined &&
    !showsSameLines(first, second) &&
    (isSplit ||
      (second.definition.score >= first.definition.score * minFraction &&
        !typeKinds.has(second.definition.kind) &&
        !repeats(first, second)));
  const shown = [first, isSecondLikely ? second : undefined]
    .filter((excerpt) => excerpt !== undefined)
    .slice(0, count);
  const quoted = new Set(shown.map(({ definition }) => definition));
  const named = usable.filter((definition) => !quoted.has(definition) && definition.kind !== 'section');
  return { shown, named: named.slice(0, count - shown.length) };
}

/** Whether both quote the same lines, or the second is text around the first: parts of a file are ranked besides its definitions. */
function showsSameLines(first: Excerpt, second: Excerpt): boolean {
  const isText = second.definition.kind === 'text';
  const [ones, others] = isText ? [[first.definition], [second.definition]] : [first.blocks, second.blocks];
  return ones.some((one) => others.some((other) => overlaps(one, other)));
}

function repeats(first: Excerpt, second: Excerpt): boolean {
  const [one, other] = [first, second].map(
    ({ definition }) => new Set(extractTerms(readLines(definition.fileLines, definition))),
  );
  if (one === undefined || other === undefined) return false;
  const shared = [...one].filter((term) => other.has(term)).length;
  return shared / Math.max(1, Math.min(one.size, other.size)) > maxShared && isSameName(first, second);
}

/** Whether the definitions have nearly the same name, such as overloads and variants of one method. */
function isSameName(first: Excerpt, second: Excerpt): boolean {
  const [one, other] = [first, second].map(({ definition }) =>
    identifierParts(definition.declaration?.name ?? '').map((part) => part.toLowerCase()),
  );
  if (one === undefined || other === undefined) return false;
  return one.filter((part) => other.includes(part)).length >= Math.max(one.length, other.length) - 1;
}
