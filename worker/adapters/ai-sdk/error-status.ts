/**
 * Chooses an HTTP status for errors that come without a status. Workers AI has its own error codes
 * (https://developers.cloudflare.com/workers-ai/platform/errors/); not all of them are documented, and some errors have none.
 */

/**
 * Status per error code. Out of capacity (3040) is the provider's fault, not the client's. Account errors are treated as refused requests, because no
 * key is involved. Undocumented but observed: 3010, 5006 and 5021 (invalid input), 4006 (free allocation used up), 5035 (paid model).
 */
const statusForCode: Readonly<Record<string, number>> = {
  3003: 400,
  3006: 413,
  3007: 504,
  3008: 504,
  3010: 400,
  3023: 400,
  3036: 429,
  3039: 400,
  3040: 503,
  3041: 400,
  3042: 404,
  4006: 429,
  5004: 400,
  5005: 400,
  5006: 400,
  5007: 404,
  5016: 400,
  5018: 400,
  5019: 400,
  5021: 400,
  5035: 400,
};

/** @param code the error's `code` field, if it has one */
export function workersAiStatus(message: string, code?: unknown): number {
  // Only at the start of the message: a later number may be a token count.
  const [, leadingCode = ''] = /^(?:[A-Za-z]{0,40}Error:\s+){0,4}(\d{4})\b/.exec(message) ?? [];
  const number = typeof code === 'number' ? String(code) : leadingCode;
  return statusForCode[number] ?? statusForMessage(message) ?? 503;
}

/** Tested in this order, because "exceeded" may refer to a quota, a time limit or a prompt. */
const messageStatuses: readonly (readonly [RegExp, number])[] = [
  [/daily free allocation|rate.?limit|too many requests|quota/i, 429],
  [/(?:tokens|requests) per (?:minute|day|hour)/i, 429],
  [/\btimed? ?out|\bcapacity\b|overload|internal (?:server )?error/i, 503],
  [/context (?:length|window|size)|too many (?:input )?tokens|too (?:large|long)\b/i, 400],
  [/(?:tokens?|prompt|input|context).{0,60}exceed|exceed.{0,60}(?:tokens|maximum (?:length|number))/i, 400],
  [/(?:invalid|incomplete|bad|malformed) (?:input|request|prompt|parameter|schema|json)/i, 400],
  [/\b(?:oneOf|anyOf) at\b|required propert|(?:not|n['’]t) support|unsupported|\bjson mode\b/i, 400],
  [/(?:no such|unknown) model|model.{0,200}(?:not found|does(?: not|n['’]t) exist)/i, 400],
  [/not allowed|not agreed/i, 400],
];

/** @returns the status that a message suggests; undefined when it suggests none, which callers treat as a failure of the provider */
export function statusForMessage(message: string): number | undefined {
  const start = message.slice(0, 2_000);
  return messageStatuses.find(([shape]) => shape.test(start))?.[1];
}
