/**
 * Front matter as plain values: `key: value`, lists in brackets or under dashes, quotes removed. Deeper structure is
 * left out but for the links of `related`. It is read, never run, and never fails.
 */

import type { FrontMatter } from './scanned-document.ts';

/** Names different generators give the same thing. */
const aliases: Readonly<Record<string, string>> = {
  nav_title: 'navTitle',
  nav_label: 'navTitle',
  sidebar_label: 'navTitle',
  sidebar_title: 'navTitle',
  linkTitle: 'navTitle',
  summary: 'description',
};

/** Longest value kept, and most keys, so that a header cannot outgrow its document. */
const maxValue = 500;
const maxKeys = 24;

/** @param lines the lines between the fences. */
export function scanFrontMatter(lines: readonly string[]): FrontMatter {
  const found: Record<string, string | readonly string[]> = {};
  let key = '';
  for (const line of lines) {
    const item = /^\s*-\s+(.*)$/.exec(line);
    const pair = /^([\w-]+)\s*[:=]\s*(.*)$/.exec(line);
    if (item !== null && key !== '') found[key] = [...listOf(found[key]), plain(item[1] ?? '')];
    else if (pair !== null && Object.keys(found).length < maxKeys) {
      key = aliases[pair[1] ?? ''] ?? pair[1] ?? '';
      const value = (pair[2] ?? '').trim();
      found[key] = value.startsWith('[') ? inlineList(value) : plain(value);
    }
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value.length > 0));
}

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined || typeof value === 'string' ? [] : value;
}

function inlineList(value: string): string[] {
  return value
    .replaceAll(/^\[|\]$/g, '')
    .split(',')
    .map(plain)
    .filter((part) => part !== '');
}

function plain(value: string): string {
  const bare = value.trim().replace(/^[|>][+-]?$/, '');
  return bare.replace(/^(['"])([\s\S]*)\1$/, '$2').slice(0, maxValue);
}
