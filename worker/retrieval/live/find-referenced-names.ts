/**
 * Finds names that a text refers to but does not define: imports first, then calls and types. Reads each line
 * once, up to a limit.
 */

import { identifierParts, isStopWord } from '../../core/text/terms.ts';

/** Lines are cut here: a longer one is data. */
const lineRead = 400;
const linesRead = 5_000;
const mostNames = 60;

const imports =
  /^\s*(?:import|from|use|using|require|include|#include|export .* from|pub use|mod)\b|\brequire\(|\bimport\(/;
const defines =
  /^\s*(?:export |default |public |private |protected |static |async |abstract |pub |final )*(?:def|class|function|func|fn|struct|trait|enum|interface|type|const|let|var)\s+(?:\([^)]{0,80}\)\s*)?([\p{L}_$][\p{L}\p{N}_$]*)/u;
const word = /[\p{L}_$][\p{L}\p{N}_$-]*/gu;
const called = /[\p{L}_$][\p{L}\p{N}_$]*(?=\s{0,3}\()|\b\p{Lu}[\p{L}\p{N}_]*\p{Ll}[\p{L}\p{N}_]*/gu;
const keywords = new Set(
  `import from use using require include export default as pub mod crate self super const let var static type function class async await
   return if for while switch catch print len str int new this typeof`.split(/\s+/),
);

export interface ReadText {
  readonly text: string;
  /** How near it is to what is asked, above 0. */
  readonly weight: number;
}

/** @param texts of the first read, and what each is worth */
export function findReferencedNames(texts: readonly ReadText[]): readonly string[] {
  const scores = new Map<string, number>();
  const defined = new Set<string>();
  const add = (name: string, score: number): void => {
    if (name.length > 2 && name.length < 80 && !keywords.has(name) && !isStopWord(name))
      scores.set(name, (scores.get(name) ?? 0) + score);
  };
  for (const { text, weight } of texts)
    for (const line of text.split('\n', linesRead)) {
      const read = line.slice(0, lineRead);
      const isImport = imports.test(read);
      const own = isImport ? undefined : defines.exec(read)?.[1];
      if (own !== undefined) defined.add(own);
      for (const [name] of read.matchAll(isImport ? word : called)) add(name, isImport ? weight * 2 : weight);
    }
  return [...scores]
    .filter(([name]) => !defined.has(name))
    .sort(([one, a], [other, b]) => b - a || partsOf(other) - partsOf(one))
    .slice(0, mostNames)
    .map(([name]) => name);
}

/** A name of several words says more. */
function partsOf(name: string): number {
  return identifierParts(name).length;
}
