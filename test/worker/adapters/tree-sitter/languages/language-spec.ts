/** The expected results for a language's fixture, one spec per language. `../languages.workerd.test.ts` reads them. */

export interface LanguageSpec {
  readonly source: string;
  /** All definitions in order, one per line: `first-last kind qualifiedName`, then `+` if exported. */
  readonly symbols: string;
  readonly signatures: Readonly<Record<string, string>>;
  readonly documentation: Readonly<Record<string, { readonly lines: string; readonly text: string }>>;
  /** Every function with a branch, and its complexity. */
  readonly complexity: Readonly<Record<string, number>>;
  /** Every import: `module: names`. */
  readonly imports: readonly string[];
  /** The types that the file refers to, in the order of their first use. */
  readonly types: string;
  /** All rows in order, one per line, as `referenceRows` and `outlineRows` format them. */
  readonly references?: string;
  readonly outline?: string;
  /** A text with a syntax error. `survives` is a definition after the error that the parser still finds. */
  readonly invalidSyntax: string;
  readonly intactDefinition: string;
}
