/** Why a text cannot be a GitHub token, checked before it is sent; undefined if it may be one. Pure. */

/** GitHub never issued shorter tokens. */
const minLength = 20;

export function explainInvalidToken(text: string): string | undefined {
  const why = /\s/.test(text)
    ? 'It contains spaces.'
    : text.length < minLength
      ? `It has ${text.length} ${text.length === 1 ? 'character' : 'characters'}; tokens have at least ${minLength}.`
      : undefined;
  return why === undefined
    ? undefined
    : `${why} GitHub tokens begin with github_pat_, ghp_, gho_, ghu_ or ghs_, or are 40 hexadecimal digits.`;
}
