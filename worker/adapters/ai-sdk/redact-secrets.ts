/**
 * Redacts a provider's message before users see it: API keys and parts of them, anything else that looks like a key, and account identifiers.
 * The users who read an answer may not own the key that paid for it.
 */

/** Shorter keys are not redacted, since they could match ordinary words. Parts of a key that have this length are redacted too. */
const minKeyLength = 6;
const replacement = '[hidden]';

/** Each pattern starts with distinctive characters or is bounded, which prevents quadratic backtracking. */
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

/** @param message at most about 10,000 characters */
export function redactSecrets(message: string, keys: readonly string[]): string {
  let redacted = message;
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
function redactParts(message: string, key: string): string {
  if (key.length < minKeyLength) return message;
  // A short key is redacted only as a whole, because its parts may be ordinary words.
  const size = key.length < 2 * minKeyLength ? key.length : minKeyLength;
  const parts = new Set(
    Array.from({ length: key.length - size + 1 }, (_, start) => key.slice(start, start + size)),
  );
  const output: string[] = [];
  let redactedTo = 0;
  for (let index = 0; index < message.length; index += 1) {
    if (parts.has(message.slice(index, index + size))) {
      if (index >= redactedTo) output.push(replacement);
      redactedTo = index + size;
    }
    if (index >= redactedTo) output.push(message.charAt(index));
  }
  return output.join('');
}
