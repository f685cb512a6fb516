/** Faults of a provider by name, as scripted replies. Each dialect sends them in its own format. */

import { splitIntoPieces, type ProviderReply, type ProviderStep } from './provider-script.ts';

const beforeFault: readonly ProviderStep[] = splitIntoPieces('What comes before the fault. ');
const afterFault: readonly ProviderStep[] = splitIntoPieces('And what would come after it.');

export const providerFaults = {
  'key refused (401)': { status: 401, message: 'Invalid API key.' },
  'key forbidden (403)': { status: 403, message: 'The key may not do this.' },
  'bad request (400)': { status: 400, message: 'The prompt is too long.' },
  'no such model (404)': { status: 404, message: 'No such model.' },
  'limited (429)': { status: 429, message: 'Too many requests.' },
  'limited for a second (429)': { status: 429, message: 'Too many requests.', retryAfterSeconds: 1 },
  'limited for an hour (429)': { status: 429, message: 'Out of quota.', retryAfterSeconds: 3_600 },
  'failed (500)': { status: 500, message: 'Internal error.' },
  'unavailable (503)': { status: 503, message: 'Overloaded.' },
  'overloaded (529)': { status: 529, message: 'Overloaded.' },
  'error first in the stream': { steps: [{ error: 'overloaded' }] },
  'error in the middle of the stream': { steps: [...beforeFault, { error: 'overloaded' }] },
  'dropped before text': { steps: [{ drop: true }] },
  'dropped in the middle': { steps: [...beforeFault, { drop: true }] },
  'no end': { steps: beforeFault, finish: 'none' },
  'malformed chunk first': { steps: [{ malformed: true }, ...afterFault] },
  'malformed chunk in the middle': { steps: [...beforeFault, { malformed: true }, ...afterFault] },
  'slow drip': { steps: beforeFault.flatMap((step): readonly ProviderStep[] => [{ waitMs: 40 }, step]) },
  'silent head': { waitMs: 3_600_000 },
  'stall before text': { steps: [{ stall: true }] },
  'stall in the middle': { steps: [...beforeFault, { stall: true }] },
  'empty output': { steps: [] },
  'cut at the longest output': { steps: beforeFault, finish: 'length' },
  'withheld before text': { steps: [], finish: 'filtered' },
  'ended by an error in the middle': { steps: beforeFault, finish: 'provider-error' },
  'held open after its end': { steps: beforeFault, staysOpen: true },
  'withheld in the middle': { steps: beforeFault, finish: 'filtered' },
} as const satisfies Readonly<Record<string, ProviderReply>>;

export type ProviderFault = keyof typeof providerFaults;
