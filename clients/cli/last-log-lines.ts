/** The end of a local server's log, colours taken off. */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

const shownLines = 20;
const maxShownBytes = 16 * 1024;

/** The last lines of a log that may be long. */
export function lastLogLines(path: string): string {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, maxShownBytes));
    readSync(file, bytes, { position: size - bytes.length });
    const lines = stripVTControlCharacters(bytes.toString())
      .split('\n')
      .filter((line) => line.trim() !== '');
    return lines.slice(-shownLines).join('\n');
  } finally {
    closeSync(file);
  }
}
