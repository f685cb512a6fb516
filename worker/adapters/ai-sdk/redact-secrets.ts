/**
 * Redacts a provider's message before users see it: API keys and parts of them, anything else that looks like a key, and account identifiers.
 * Users read answers that another user's key, or the deployment's own, paid for.
 */

/** Minimum length of a key. Shorter ones would blank out ordinary words. Every part of a key that is this long is redacted too. */
const minKeyLength = 6;
const replacement = '[hidden]';

/** Each pattern starts with distinctive characters or is bounded, so that none rescans the same text. */
const secretPatterns: readonly RegExp[] = [
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
  // Credentials and queries in URLs, and email addresses.
  /(?<=\bhttps?:\/\/)[^\s/@]{1,200}(?=@)/gi,
  /(?<=\bhttps?:\/\/[^\s"'`<>?]{1,300})\?[^\s"'`<>]+/gi,
  /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g,
];

/** @param words at most some 10,000 characters */
export function redactSecrets(words: string, keys: readonly string[]): string {
  let redacted = words;
  for (const key of keys) redacted = redactParts(redacted, key);
  // A key that the provider masked still shows both of its ends.
  redacted = redacted.replaceAll(/[^\s"'`,;()<>[\]{}]+/g, (token) => (isMasked(token) ? replacement : token));
  for (const pattern of secretPatterns) redacted = redacted.replaceAll(pattern, replacement);
  return redacted;
}

function isMasked(token: string): boolean {
  return token.includes('****') || (/\w\*\*\*/.test(token) && /\*\w/.test(token));
}

/** Redacts every run of characters that also occurs in the key, if it is long enough. */
function redactParts(words: string, key: string): string {
  if (key.length < minKeyLength) return words;
  // A short key is redacted only as a whole, because its parts may be ordinary words.
  const size = key.length < 2 * minKeyLength ? key.length : minKeyLength;
  const parts = new Set(Array.from({ length: key.length - size + 1 }, (_, at) => key.slice(at, at + size)));
  const output: string[] = [];
  let redactedTo = 0;
  for (let at = 0; at < words.length; at += 1) {
    if (parts.has(words.slice(at, at + size))) {
      if (at >= redactedTo) output.push(replacement);
      redactedTo = at + size;
    }
    if (at >= redactedTo) output.push(words.charAt(at));
  }
  return output.join('');
}
