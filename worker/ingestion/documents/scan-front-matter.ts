/**
 * Parses front matter into plain values: `key: value`, lists in brackets or under dashes, quotes removed.
 * It skips deeper structure except the links of `related`. It never fails and never evaluates anything.
 */

import type { FrontMatter } from './scanned-document.ts';

/** Maps the names that generators use for a field to one name. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['nav_title', 'navTitle'],
  ['nav_label', 'navTitle'],
  ['sidebar_label', 'navTitle'],
  ['sidebar_title', 'navTitle'],
  ['linkTitle', 'navTitle'],
  ['summary', 'description'],
]);

/** Maximum value length, list items and keys, so that stored front matter stays small. */
const maxValueLength = 500;
const maxItems = 100;
const maxKeys = 24;
/** Characters read of each line. */
const maxLineLength = 1_000;

/** @param lines the lines between the fences. */
export function parseFrontMatter(lines: readonly string[]): FrontMatter {
  // A map, because a file may contain the key `__proto__`.
  const fields = new Map<string, string | readonly string[]>();
  let key = '';
  for (const rawLine of lines) {
    const line = rawLine.slice(0, maxLineLength);
    const item = /^\s*-\s+(.*)$/.exec(line);
    const pair = /^([\w-]+)\s*[:=]\s*(.*)$/.exec(line);
    if (item !== null && key !== '') {
      const items = toList(fields.get(key));
      if (items.length < maxItems) fields.set(key, [...items, unquote(item[1] ?? '')]);
    } else if (pair !== null && fields.size < maxKeys) {
      key = aliases.get(pair[1] ?? '') ?? pair[1] ?? '';
      const value = (pair[2] ?? '').trim();
      fields.set(key, value.startsWith('[') ? parseInlineList(value) : unquote(value));
    }
  }
  return Object.fromEntries([...fields].filter(([key, value]) => value.length > 0 && key !== '__proto__'));
}

function toList(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined || typeof value === 'string' ? [] : value;
}

function parseInlineList(value: string): string[] {
  return value
    .replaceAll(/^\[|\]$/g, '')
    .split(',')
    .map(unquote)
    .filter((part) => part !== '')
    .slice(0, maxItems);
}

function unquote(value: string): string {
  const bare = value.trim().replace(/^[|>][+-]?$/, '');
  return bare.replace(/^(['"])([\s\S]*)\1$/, '$2').slice(0, maxValueLength);
}
