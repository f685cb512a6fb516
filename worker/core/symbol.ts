/** A definition found in a file. Lines are 1-based and inclusive and cover the whole definition, decorators included. */

export type SymbolKind =
  | 'class'
  | 'component'
  | 'constant'
  | 'enum'
  | 'function'
  | 'interface'
  | 'macro'
  | 'method'
  | 'module'
  | 'property'
  | 'struct'
  | 'trait'
  | 'type'
  | 'variable';

export interface SymbolDefinition {
  /** The bare name: `run`. */
  readonly name: string;
  /** With what encloses it: `Flask.run`. */
  readonly qualifiedName: string;
  readonly kind: SymbolKind;
  readonly startLine: number;
  readonly endLine: number;
  /** The line that bears the name. */
  readonly nameLine: number;
  /** The definition up to its body, on one line, exactly the file's characters but for white space. */
  readonly signature: string;
  /** Docstring or leading comment with its markers removed; empty when there is none. */
  readonly documentation: string;
  /** Lines of the documentation, where there is any, so that a quotation of it can be cited. */
  readonly documentationLines?: { readonly startLine: number; readonly endLine: number };
  readonly exported: boolean;
  /** Branch points + 1 (McCabe 1976). */
  readonly complexity: number;
}
