/**
 * Reads which files, folders and extensions a question may ask about that the index does not contain. The list of skipped files decides which of
 * them exist.
 */

import type { Question } from '../../core/answers/question.ts';

export interface CoverageReading {
  /** Words that may be a path, a folder, a file name or an extension (with its dot), each once, as written. */
  readonly candidates: readonly string[];
  /** It asks whether or why something is in the index; otherwise it asks what a file contains. */
  readonly asksForIndexing: boolean;
}

const indexing =
  /\b(?:is|are|was|were|isn't|aren't|wasn't|weren't|not|be|been|gets?|got|get)\b[^?!]{0,80}\b(?:indexed|searchable)\b|\b(?:is|was|isn't|wasn't)\b[^?!]{0,60}(?:\b(?:folder|file|directory)|\.\w{1,12})\s+(?:not\s+)?skipped\b|\b(?:in|from) the index\b|\bindex(?:ing)? (?:skips?|skipped|contains?|covers?|includes?)\b/i;
/** A path, a name with an extension, or an extension. */
const pathLike = /(?<![\p{L}\p{N}_./@*-])(?:\*?\.[\p{L}\p{N}]+|[\p{L}\p{N}_.@-]*[./][\p{L}\p{N}_./@-]*)/gu;
const word = /[\p{L}\p{N}_-]{2,}/gu;
const maxCandidates = 24;

export function readCoverageQuestion({ text }: Pick<Question, 'text'>): CoverageReading {
  const asksForIndexing = indexing.test(text) && !/^\W*how\b/i.test(text);
  const paths = (text.match(pathLike) ?? []).map((path) => path.replace(/^\*|[./]+$/g, ''));
  const words = asksForIndexing ? (text.match(word) ?? []) : [];
  const candidates = [...new Set([...paths, ...words])].filter((candidate) =>
    /[\p{L}\p{N}]/u.test(candidate),
  );
  return { candidates: candidates.slice(0, maxCandidates), asksForIndexing };
}
