/** What a language's fixture must yield: one spec a language, read by `../languages.workerd.test.ts`. */

export interface LanguageSpec {
  readonly source: string;
  /** A line each: `first-last kind qualifiedName`, with a `+` where it is exported. All of them, in order. */
  readonly symbols: string;
  readonly signatures: Readonly<Record<string, string>>;
  readonly documentation: Readonly<Record<string, { readonly lines: string; readonly text: string }>>;
  /** Every function with a branch, and its complexity. */
  readonly complexity: Readonly<Record<string, number>>;
  /** Every import: `module: names`. */
  readonly imports: readonly string[];
  /** Types referred to, in the order of their first use. */
  readonly types: string;
  /** A line each, as `referenceRows` and `outlineRows` write them. All of them, in order. */
  readonly references?: string;
  readonly outline?: string;
  /** A text with a syntax error, and a symbol after the error that is found all the same. */
  readonly invalidSyntax: string;
  readonly survives: string;
}
