/** Selects which excerpts an answer quotes, and which definitions it only names. */

import type { SpanPosition } from '../../../core/answers/evidence.ts';
import type { Question } from '../../../core/answers/question.ts';
import { extractTerms, identifierParts } from '../../../core/text/terms.ts';
import { readLines } from '../../../retrieval/context/readable-definition.ts';
import type { QuotedLines } from './issue-excerpts.ts';
import type { Excerpt } from '../../../retrieval/excerpts/find-excerpts.ts';

/** Minimum score of the second excerpt as a fraction of the first. Of 88 questions, 46 % of second definitions above 0.6 helped. */
const minFraction = 0.6;
/** Tests inside a source file, as Rust has them. */
const inlineTest = /^tests?\./;
/** Types are long, and their methods are definitions of their own. */
const typeKinds: ReadonlySet<string> = new Set(['class', 'interface', 'struct', 'trait', 'enum', 'module']);
/** Excerpts that share more of their words repeat each other, as overloads do. */
const maxShared = 0.7;

export function selectExcerpts(
  question: Question,
  excerpts: readonly Excerpt[],
  /** `isSplit`: the question asks several things, so the second excerpt may answer another one. */
  { count, isSplit }: { readonly count: number; readonly isSplit: boolean },
): { readonly shown: readonly Excerpt[]; readonly named: readonly { readonly lines: QuotedLines }[] } {
  const withTests = question.asksForTests || question.asksForExamples;
  const usable = excerpts.filter(
    ({ definition }) =>
      withTests || (definition.role !== 'test' && !inlineTest.test(definition.symbol ?? '')),
  );
  const best = usable[0]?.definition.score ?? 1;
  const [first, second] = usable;
  const isSecondLikely =
    first !== undefined &&
    second !== undefined &&
    !showsSameLines(first, second) &&
    (isSplit ||
      (second.definition.score >= best * minFraction &&
        !typeKinds.has(second.definition.kind) &&
        !repeats(first, second)));
  const shown = [first, isSecondLikely ? second : undefined]
    .filter((excerpt) => excerpt !== undefined)
    .slice(0, count);
  const named = usable.filter((excerpt) => !shown.includes(excerpt) && excerpt.definition.kind !== 'section');
  return {
    shown,
    named: named
      .slice(0, count - shown.length)
      .map(({ definition, rank }) => ({ lines: { ...definition, definition, rank } })),
  };
}

/** Whether both quote the same lines, or the second is text around the first: parts of a file are ranked besides its definitions. */
function showsSameLines(first: Excerpt, second: Excerpt): boolean {
  const isText = second.definition.kind === 'text';
  const [ones, others] = isText
    ? [[first.definition], [second.definition]]
    : [first.blocks, second.blocks.slice(0, 1)];
  return ones.some((one) => others.some((other) => overlaps(one, other)));
}

function overlaps(one: SpanPosition, other: SpanPosition): boolean {
  return one.path === other.path && one.startLine <= other.endLine && other.startLine <= one.endLine;
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
