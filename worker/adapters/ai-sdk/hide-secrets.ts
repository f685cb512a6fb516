/**
 * What a vendor says, as any reader may see it: without the keys it was called with, any part of them, what else looks like a key, and
 * whose account it is. An answer is read by others than the one whose key paid for it, and the deployment's account is nobody's business.
 */

/** Shorter ones are no secrets, and would blank out words; of a longer one no part of so many letters is told. */
const leastSecret = 6;
const hidden = '[hidden]';

/** Each begins with letters of its own or is bounded, so that none reads the same letters again and again. */
const shapes: readonly RegExp[] = [
  // OpenAI, Groq, Google, xAI, Hugging Face, NVIDIA and others, and signed tokens.
  /\b(?:sk|gsk|pk|rk|xai|hf|nvapi|csk|fw)[-_](?:[\w-]*(?:\.{3}|…)[\w-]*|[\w-]{4,})/gi,
  /\bAIza[\w-]{10,}/g,
  /\beyJ[\w-]{10,}(?:\.[\w-]+){0,2}/g,
  /(?<=\bBearer\s)[^\s"'`,;)]+/gi,
  // Accounts, organizations, projects.
  /\b(?:org|proj|acct|user|team|cus)[-_](?=\w*[\dA-Z])\w{3,}/g,
  /\bproject(?:s\/|_number:|_id:)[\w-]+/gi,
  /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi,
  /\b[\da-f]{24,}\b/gi,
  // Whoever and whatever stands in an address.
  /(?<=\bhttps?:\/\/)[^\s/@]{1,200}(?=@)/gi,
  /(?<=\bhttps?:\/\/[^\s"'`<>?]{1,300})\?[^\s"'`<>]+/gi,
  /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g,
];

/** @param words at most some 10,000 letters */
export function hideSecrets(words: string, keys: readonly string[]): string {
  let told = words;
  for (const key of keys) told = withoutParts(told, key);
  // What a vendor has masked itself shows both ends of it.
  told = told.replaceAll(/[^\s"'`,;()<>[\]{}]+/g, (token) => (isMasked(token) ? hidden : token));
  for (const shape of shapes) told = told.replaceAll(shape, hidden);
  return told;
}

function isMasked(token: string): boolean {
  return token.includes('****') || (/\w\*\*\*/.test(token) && /\*\w/.test(token));
}

/** Every run of letters that stands in the key too, if it is that long. */
function withoutParts(words: string, key: string): string {
  if (key.length < leastSecret) return words;
  // A short one is hidden as a whole: it may be any word, and so its parts.
  const size = key.length < 2 * leastSecret ? key.length : leastSecret;
  const parts = new Set(Array.from({ length: key.length - size + 1 }, (_, at) => key.slice(at, at + size)));
  const kept: string[] = [];
  let hiddenTo = 0;
  for (let at = 0; at < words.length; at += 1) {
    if (parts.has(words.slice(at, at + size))) {
      if (at >= hiddenTo) kept.push(hidden);
      hiddenTo = at + size;
    }
    if (at >= hiddenTo) kept.push(words.charAt(at));
  }
  return kept.join('');
}
