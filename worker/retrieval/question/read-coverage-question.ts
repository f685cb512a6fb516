/**
 * Reads which files, folders and extensions a question may ask about that the index does not contain. The list of skipped files decides which of
 * them exist.
 */

import type { Question } from '../../core/answers/question.ts';
import { asksForCoverage } from '../question-class/asks-for-coverage.ts';

export interface CoverageReading {
  /** Words that may be a path, a folder, a file name or an extension (with its dot), each once, as written. */
  readonly candidates: readonly string[];
  /** It asks whether or why something is in the index; otherwise it asks what a file contains. */
  readonly asksForIndexing: boolean;
}

/** A path, a name with an extension, or an extension. */
const pathLike = /(?<![\p{L}\p{N}_./@*-])(?:\*?\.[\p{L}\p{N}]+|[\p{L}\p{N}_.@-]*[./][\p{L}\p{N}_./@-]*)/gu;
const word = /[\p{L}\p{N}_-]{2,}/gu;
/** The verb of such a question is no file. */
const verb = /^index(?:ed|ing|es)?$/i;
const maxCandidates = 24;

export function readCoverageQuestion({
  text,
  identifiers,
  paths: named,
}: Pick<Question, 'text' | 'identifiers' | 'paths'>): CoverageReading {
  const asksForIndexing = asksForCoverage(text, [...identifiers, ...named]);
  const paths = (text.match(pathLike) ?? []).map((path) => path.replace(/^\*|[./]+$/g, ''));
  const words = asksForIndexing ? (text.match(word) ?? []).filter((one) => !verb.test(one)) : [];
  const candidates = [...new Set([...paths, ...words])].filter((candidate) =>
    /[\p{L}\p{N}]/u.test(candidate),
  );
  return { candidates: candidates.slice(0, maxCandidates), asksForIndexing };
}
