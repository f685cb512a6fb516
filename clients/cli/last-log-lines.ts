/** The end of a local server's log, colours taken off. */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

const shownLines = 20;
const maxShownBytes = 16 * 1024;

/** The last lines of a log that may be long. */
export function lastLogLines(path: string): string {
  return logLines(path).slice(-shownLines).join('\n');
}

/** What the server said last of a request that failed, without where in it that was; undefined where it said nothing. */
export function lastLogMessage(path: string): string | undefined {
  for (const line of logLines(path).toReversed()) {
    try {
      const { message } = JSON.parse(line.slice(line.indexOf('{'))) as { message?: unknown };
      if (typeof message === 'string') return message;
    } catch {
      // A line that is no structured one.
    }
  }
  return undefined;
}

function logLines(path: string): string[] {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, maxShownBytes));
    readSync(file, bytes, { position: size - bytes.length });
    return stripVTControlCharacters(bytes.toString())
      .split('\n')
      .filter((line) => line.trim() !== '');
  } finally {
    closeSync(file);
  }
}
