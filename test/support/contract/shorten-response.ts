/** Shortens a real response to an example that a person can read. */

import { isRecord } from './same-shape.ts';

const maxText = 160;
/** Items of a list in the response, and of a list in its items. */
const maxItems = [2, 1] as const;
/** In such a record, the names depend on the machine. */
const cutRecords = new Set(['settings']);

export function shortenResponse(value: unknown, name = '', lists = 0): unknown {
  if (typeof value === 'string') return value.length > maxText ? `${value.slice(0, maxText)}…` : value;
  if (Array.isArray(value))
    return value.slice(0, maxItems[lists] ?? 1).map((item) => shortenResponse(item, '', lists + 1));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value);
  const kept = cutRecords.has(name) ? entries.slice(0, 1) : entries;
  return Object.fromEntries(kept.map(([key, part]) => [key, shortenResponse(part, key, lists)]));
}

/** One part of each type, in the order of the stream. */
export function shortenParts(parts: readonly unknown[]): readonly unknown[] {
  const seen = new Set<unknown>();
  return parts
    .filter((part) => {
      const type = isRecord(part) ? part['type'] : undefined;
      if (seen.has(type)) return false;
      seen.add(type);
      return true;
    })
    .map((part) => shortenResponse(part, '', 1));
}
