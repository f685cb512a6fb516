/** Explains why a text cannot be a GitHub token. The check runs before the text is sent. */

/** GitHub has never issued shorter tokens. */
const minLength = 20;

/** Returns undefined if the text may be a token. */
export function explainInvalidToken(text: string): string | undefined {
  const reason = /\s/.test(text)
    ? 'It contains spaces.'
    : text.length < minLength
      ? `It has ${text.length} ${text.length === 1 ? 'character' : 'characters'}; tokens have at least ${minLength}.`
      : undefined;
  return reason === undefined
    ? undefined
    : `${reason} GitHub tokens begin with github_pat_, ghp_, gho_, ghu_ or ghs_, or are 40 hexadecimal digits.`;
}
