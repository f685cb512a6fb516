/** The key a local server seals people's tokens with: made once, kept beside the data, readable by its owner alone. */

import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const keyBytes = 32;

/** @returns where it is, as a file of variables */
export function tokenKeysFile(dataDirectory: string): string {
  const file = join(dataDirectory, 'token-keys.env');
  // What was begun and never written holds no key.
  if (existsSync(file) && statSync(file).size > 0) return file;
  mkdirSync(dataDirectory, { recursive: true });
  const key = randomBytes(keyBytes).toString('base64');
  const written = `${file}.${process.pid}`;
  writeFileSync(written, `TOKEN_KEYS="1:${key}"\n`, { mode: 0o600 });
  // Whole or not at all, wherever it is cut off.
  renameSync(written, file);
  return file;
}
