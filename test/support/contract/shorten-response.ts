/** Shortens a real response to an example that a person can read. */

import { isRecord } from './same-shape.ts';

const maxText = 160;
/** Items of a list in the response, and of a list in its items. */
const maxItems = [2, 1] as const;
/** In such a record, the names depend on the machine. */
const cutRecords = new Set(['settings', 'progress']);
/** A list has one item if its items are longer than this as JSON. */
const maxItemLength = 250;

export function shortenResponse(value: unknown, name = '', lists = 0): unknown {
  if (typeof value === 'string') return value.length > maxText ? `${value.slice(0, maxText)}…` : value;
  if (Array.isArray(value))
    return value.slice(0, countItems(value, lists)).map((item) => shortenResponse(item, '', lists + 1));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value);
  const kept = cutRecords.has(name) ? entries.slice(0, 1) : entries;
  return Object.fromEntries(kept.map(([key, part]) => [key, shortenResponse(part, key, lists)]));
}

function countItems([first]: readonly unknown[], lists: number): number {
  const isLong = (JSON.stringify(first) ?? '').length > maxItemLength;
  return isLong ? 1 : (maxItems[lists] ?? 1);
}

/** One event for each type of part, in the order of the stream. */
export function shortenParts(parts: readonly unknown[]): readonly string[] {
  const seen = new Set<unknown>();
  return parts
    .filter((part) => {
      const type = isRecord(part) ? part['type'] : undefined;
      if (seen.has(type)) return false;
      seen.add(type);
      return true;
    })
    .map((part) => `data: ${JSON.stringify(shortenResponse(part, '', 1))}`);
}
