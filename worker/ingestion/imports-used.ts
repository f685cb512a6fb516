/** Where a file uses the names it imports, found by one pass over its words. */

import type { SyntaxImport, SyntaxRange } from '../ports/parser.ts';

interface ImportUse {
  readonly module: string;
  readonly start: number;
}

const word = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/** Uses in the order of the text; an import statement itself is none. */
export function findImportUses(text: string, imports: readonly SyntaxImport[]): ImportUse[] {
  const modules = new Map(
    imports.flatMap(({ module, names }) => names.map((name) => [name, module] as const)),
  );
  if (modules.size === 0) return [];
  const statements: readonly SyntaxRange[] = imports;
  const uses: ImportUse[] = [];
  let next = 0;
  for (const match of text.matchAll(word)) {
    const module = modules.get(match[0]);
    if (module === undefined) continue;
    while (next < statements.length && (statements[next]?.end ?? Infinity) <= match.index) next += 1;
    if (match.index >= (statements[next]?.start ?? Infinity)) continue;
    uses.push({ module, start: match.index });
  }
  return uses;
}
