/** The log of a local server, colours taken off. */

import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

const shownLines = 20;
const maxShownBytes = 16 * 1024;

/** The last lines of a log that may be long. */
export function lastLogLines(path: string): string {
  const start = Math.max(0, statSync(path).size - maxShownBytes);
  const lines = readLog(path, start)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.slice(-shownLines).join('\n');
}

/** From a byte offset to the end. */
export function readLog(path: string, start: number): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(Math.max(0, fstatSync(file).size - start));
    readSync(file, bytes, { position: start });
    return stripVTControlCharacters(bytes.toString());
  } finally {
    closeSync(file);
  }
}
