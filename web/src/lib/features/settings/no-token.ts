/** Why a text can be no token of GitHub, told before it is sent anywhere; undefined where it may be one. Pure. */

/** Shorter than any GitHub ever gave out. */
const minLength = 20;

export function whyNoToken(text: string): string | undefined {
  const why = /\s/.test(text)
    ? 'It has spaces in it.'
    : text.length < minLength
      ? `It has ${text.length} ${text.length === 1 ? 'character' : 'characters'}; tokens have ${minLength} at least.`
      : undefined;
  return why === undefined
    ? undefined
    : `${why} GitHub’s begin with github_pat_, ghp_, gho_, ghu_ or ghs_, or are 40 hexadecimal digits.`;
}
