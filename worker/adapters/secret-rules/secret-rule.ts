/** A kind of credential as data: what a scanner needs to find it, and how a person names it. */

export interface SecretRule {
  /** Shown beside a mask, e.g. `github-token`. */
  readonly id: string;
  /** For a person. */
  readonly what: string;
  /** Literal texts of two or more characters. `pattern` is tried where one of them begins. */
  readonly hints: readonly string[];
  /** Sticky, tried at a hint. The secret reaches from the first capture group to the last; without groups it is the whole match. */
  readonly pattern: RegExp;
  /** Least Shannon entropy of the secret in bits a character; `leastEntropy` where absent. */
  readonly entropy?: number;
  /** Whether a value that fits the pattern is a secret and no placeholder; `isRealToken` where absent. */
  readonly accepts?: (value: string) => boolean;
  /** `inside`: a letter or digit may precede the hint. Without it, a hint within a longer word does not count. */
  readonly boundary?: 'inside';
}

/** The forms of a word in settings and code: `token`, `Token` and `TOKEN`. */
export function inEachCase(...words: readonly string[]): readonly string[] {
  return words.flatMap((word) => [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()]);
}
