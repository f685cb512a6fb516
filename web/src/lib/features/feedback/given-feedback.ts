/** The feedback that was given in this browser, by the id of the turn, so that the buttons show it after a reload. Pure. */
import { isRating, isReason, type Rating, type Reason } from './feedback-texts.ts';

export interface GivenFeedback {
  readonly rating: Rating;
  readonly reason: Reason | undefined;
  readonly text: string;
}

export const maxGivenFeedback = 100;

/** @param stored the stored text; null if there is none */
export function parseGivenFeedback(stored: string | null): ReadonlyMap<string, GivenFeedback> {
  try {
    const parsed: unknown = JSON.parse(stored ?? '[]');
    return new Map(Array.isArray(parsed) ? parsed.flatMap(readEntry) : []);
  } catch {
    return new Map();
  }
}

/** Adds feedback as the newest, and removes the oldest if there is too much. */
export function addGivenFeedback(
  all: ReadonlyMap<string, GivenFeedback>,
  turnId: string,
  feedback: GivenFeedback,
): ReadonlyMap<string, GivenFeedback> {
  const others = [...all].filter(([id]) => id !== turnId);
  return new Map([...others, [turnId, feedback] as const].slice(-maxGivenFeedback));
}

export function formatGivenFeedback(all: ReadonlyMap<string, GivenFeedback>): string {
  return JSON.stringify([...all]);
}

function readEntry(entry: unknown): (readonly [string, GivenFeedback])[] {
  if (!Array.isArray(entry)) return [];
  const [id, value]: readonly unknown[] = entry;
  if (typeof id !== 'string' || typeof value !== 'object' || value === null) return [];
  const { rating, reason, text } = value as Readonly<Record<string, unknown>>;
  if (!isRating(rating)) return [];
  return [
    [
      id,
      { rating, reason: isReason(reason) ? reason : undefined, text: typeof text === 'string' ? text : '' },
    ],
  ];
}
