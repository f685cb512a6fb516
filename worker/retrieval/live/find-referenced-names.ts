/**
 * Finds names that a text refers to but does not define: imports first, then calls and types. Reads each line
 * once, up to a limit.
 */

import { identifierParts, isStopWord } from '../../core/text/terms.ts';

/** Maximum line length. The rest of a longer line is ignored, since it is data. */
const maxLineLength = 400;
const maxLines = 5_000;
const maxNames = 60;

const importLine =
  /^\s*(?:import|from|use|using|require|include|#include|export .* from|pub use|mod)\b|\brequire\(|\bimport\(/;
const definitionLine =
  /^\s*(?:export |default |public |private |protected |static |async |abstract |pub |final )*(?:def|class|function|func|fn|struct|trait|enum|interface|type|const|let|var)\s+(?:\([^)]{0,80}\)\s*)?([\p{L}_$][\p{L}\p{N}_$]*)/u;
const word = /[\p{L}_$][\p{L}\p{N}_$-]*/gu;
const referencePattern = /[\p{L}_$][\p{L}\p{N}_$]*(?=\s{0,3}\()|\b\p{Lu}[\p{L}\p{N}_]*\p{Ll}[\p{L}\p{N}_]*/gu;
const keywords = new Set(
  `import from use using require include export default as pub mod crate self super const let var static type function class async await
   return if for while switch catch print len str int new this typeof`.split(/\s+/),
);

export interface WeighedText {
  readonly text: string;
  /** Relevance to the question, above 0. */
  readonly weight: number;
}

/** @param texts the texts of the first read, with their weights */
export function findReferencedNames(texts: readonly WeighedText[]): readonly string[] {
  const scores = new Map<string, number>();
  const defined = new Set<string>();
  const addScore = (name: string, score: number): void => {
    if (name.length > 2 && name.length < 80 && !keywords.has(name) && !isStopWord(name))
      scores.set(name, (scores.get(name) ?? 0) + score);
  };
  for (const { text, weight } of texts)
    for (const line of text.split('\n', maxLines)) {
      const readPart = line.slice(0, maxLineLength);
      const isImport = importLine.test(readPart);
      const definedName = isImport ? undefined : definitionLine.exec(readPart)?.[1];
      if (definedName !== undefined) defined.add(definedName);
      for (const [name] of readPart.matchAll(isImport ? word : referencePattern))
        addScore(name, isImport ? weight * 2 : weight);
    }
  return [...scores]
    .filter(([name]) => !defined.has(name))
    .sort(([one, a], [other, b]) => b - a || countParts(other) - countParts(one))
    .slice(0, maxNames)
    .map(([name]) => name);
}

/** Counts the parts of a name. Names with more parts are more specific. */
function countParts(name: string): number {
  return identifierParts(name).length;
}
