/** How each language raises errors: the words to search for, and the syntax nodes in which they raise something. */

/** `statement`: the raised expression follows the word. `call`: it is an argument. `return`: it is a returned value. */
export type RaiseForm = 'statement' | 'call' | 'return';

export interface RaiseRule {
  readonly word: string;
  readonly form: RaiseForm;
  /** Kinds of the syntax node that begins with the word; for a call, of the node that calls the word. */
  readonly nodes: readonly string[];
  /** It raises something only if it names an error: a `return` that names none is not listed. */
  readonly needsName?: true;
}

const throws: readonly RaiseRule[] = [
  { word: 'throw', form: 'statement', nodes: ['throw_statement', 'throw_expression'] },
];

const rustCalls = ['Err', 'ok_or', 'ok_or_else', 'map_err'];
const rustMacros = ['panic', 'bail', 'ensure', 'anyhow', 'unreachable', 'unimplemented', 'todo'];

const rulesByLanguage: Readonly<Record<string, readonly RaiseRule[]>> = {
  python: [{ word: 'raise', form: 'statement', nodes: ['raise_statement'] }],
  javascript: throws,
  typescript: throws,
  tsx: throws,
  java: throws,
  csharp: throws,
  php: throws,
  cpp: throws,
  ruby: ['raise', 'fail'].map((word) => ({ word, form: 'statement', nodes: ['call', 'identifier'] })),
  go: [
    { word: 'panic', form: 'call', nodes: ['call_expression'] },
    { word: 'return', form: 'return', nodes: ['return_statement'], needsName: true },
  ],
  rust: [
    ...rustCalls.map((word): RaiseRule => ({
      word,
      form: 'call',
      nodes: ['call_expression'],
      ...(word === 'Err' ? {} : { needsName: true }),
    })),
    ...rustMacros.map((word): RaiseRule => ({ word, form: 'call', nodes: ['macro_invocation'] })),
  ],
};

/** Languages whose raises are found. */
export const raisingLanguages: ReadonlySet<string> = new Set(Object.keys(rulesByLanguage));

export function raiseRules(language: string): readonly RaiseRule[] {
  return Object.hasOwn(rulesByLanguage, language) ? (rulesByLanguage[language] ?? []) : [];
}
