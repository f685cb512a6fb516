/**
 * Front matter as plain values: `key: value`, lists in brackets or under dashes, quotes removed. Deeper structure is
 * left out but for the links of `related`. It is read, never run, and never fails.
 */

import type { FrontMatter } from './scanned-document.ts';

/** Names different generators give the same thing. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['nav_title', 'navTitle'],
  ['nav_label', 'navTitle'],
  ['sidebar_label', 'navTitle'],
  ['sidebar_title', 'navTitle'],
  ['linkTitle', 'navTitle'],
  ['summary', 'description'],
]);

/** Longest value kept, most items of a list and most keys, so that a header cannot outgrow its document. */
const maxValue = 500;
const maxItems = 100;
const maxKeys = 24;
/** Read of one line. */
const maxLine = 1_000;

/** @param lines the lines between the fences. */
export function scanFrontMatter(lines: readonly string[]): FrontMatter {
  // A map, because a file may name a key `__proto__`.
  const found = new Map<string, string | readonly string[]>();
  let key = '';
  for (const whole of lines) {
    const line = whole.slice(0, maxLine);
    const item = /^\s*-\s+(.*)$/.exec(line);
    const pair = /^([\w-]+)\s*[:=]\s*(.*)$/.exec(line);
    if (item !== null && key !== '') {
      const items = listOf(found.get(key));
      if (items.length < maxItems) found.set(key, [...items, plain(item[1] ?? '')]);
    } else if (pair !== null && found.size < maxKeys) {
      key = aliases.get(pair[1] ?? '') ?? pair[1] ?? '';
      const value = (pair[2] ?? '').trim();
      found.set(key, value.startsWith('[') ? inlineList(value) : plain(value));
    }
  }
  return Object.fromEntries([...found].filter(([key, value]) => value.length > 0 && key !== '__proto__'));
}

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined || typeof value === 'string' ? [] : value;
}

function inlineList(value: string): string[] {
  return value
    .replaceAll(/^\[|\]$/g, '')
    .split(',')
    .map(plain)
    .filter((part) => part !== '')
    .slice(0, maxItems);
}

function plain(value: string): string {
  const bare = value.trim().replace(/^[|>][+-]?$/, '');
  return bare.replace(/^(['"])([\s\S]*)\1$/, '$2').slice(0, maxValue);
}
