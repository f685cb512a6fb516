/** A definition in a file. Lines are 1-based and inclusive, and cover the whole definition with its decorators. */

export const symbolKinds = [
  'class',
  'component',
  'constant',
  'enum',
  'function',
  'interface',
  'macro',
  'method',
  'module',
  'property',
  'struct',
  'trait',
  'type',
  'variable',
] as const;
export type SymbolKind = (typeof symbolKinds)[number];

export function isSymbolKind(word: string): word is SymbolKind {
  return symbolKinds.some((kind) => kind === word);
}

export interface SymbolDefinition {
  /** The bare name: `run`. */
  readonly name: string;
  /** The name with its enclosing scopes: `Flask.run`. */
  readonly qualifiedName: string;
  readonly kind: SymbolKind;
  readonly startLine: number;
  readonly endLine: number;
  /** The line that contains the name. */
  readonly nameLine: number;
  /** The definition up to its body, on one line: the file's characters with white space collapsed. */
  readonly signature: string;
  /** Docstring or leading comment without its markers; empty if there is none. */
  readonly documentation: string;
  /** Lines of the documentation, so that a quotation of it can be cited. */
  readonly documentationLines?: { readonly startLine: number; readonly endLine: number };
  readonly exported: boolean;
  /** Branch points + 1 (McCabe 1976). */
  readonly complexity: number;
}

/** The name of a default export that has no name of its own. People use this word for other things, so it never identifies a definition in a question. */
export const unnamedExport = 'default';
