/** Tables of a feature's history (`| Version | Changes |`) as rows: which version, and what changed in it. */

import type { LineRange } from './piece.ts';
import type { VersionNote } from './scanned-document.ts';

/** Read of one row. */
const maxRow = 4_000;

/** @returns nothing for any other table or text. */
export function readVersionTable(lines: readonly string[], { first, last }: LineRange): VersionNote[] {
  const header = cells(lines[first] ?? '').map((cell) => cell.toLowerCase());
  const version = header.findIndex((cell) => /^(?:version|release|since)s?$/.test(cell));
  const change = header.findIndex((cell) => /^(?:changes?|description|notes?|what changed)$/.test(cell));
  if (version === -1 || change === -1 || !/^[\s|:-]+$/.test(lines[first + 1] ?? '')) return [];
  const notes: VersionNote[] = [];
  for (let line = first + 2; line <= last; line++) {
    const row = cells(lines[line] ?? '');
    const name = (row[version] ?? '').replaceAll(/[`*]/g, '');
    if (name !== '') notes.push({ version: name, change: row[change] ?? '', line });
  }
  return notes;
}

function cells(line: string): string[] {
  return line
    .slice(0, maxRow)
    .trim()
    .replaceAll(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}
