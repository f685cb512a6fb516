/** Describes a kind of credential: how the scanner finds it, and its name for users. */

export interface SecretRule {
  /** Shown with a mask, such as `github-token`. */
  readonly id: string;
  /** Name that users read. */
  readonly displayName: string;
  /** Literal texts of two or more characters. `pattern` is tried wherever one of them occurs. */
  readonly hints: readonly string[];
  /** A sticky pattern, tried at a hint. The secret spans the first to the last capture group, or the whole match without groups. */
  readonly pattern: RegExp;
  /** Minimum Shannon entropy in bits per character. Default: `minEntropy`. */
  readonly entropy?: number;
  /** Whether a matching value is a secret rather than a placeholder. Default: `isRealToken`. */
  readonly accepts?: (value: string) => boolean;
  /** `inside`: a letter or digit may precede the hint. By default, a hint within a longer word is ignored. */
  readonly boundary?: 'inside';
}

/** Returns the forms of each word in settings and code: `token`, `Token` and `TOKEN`. */
export function inEachCase(...words: readonly string[]): readonly string[] {
  return words.flatMap((word) => [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()]);
}
