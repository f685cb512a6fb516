/**
 * Passes settings from the shell to the server in files. They include provider keys, and every user of the machine
 * can read command lines.
 */

import { mkdirSync, renameSync, rmSync, writeFileSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { usageError } from '../command-error.ts';
import { settingNames } from './setting-names.ts';

interface SettingsFile {
  /** Undefined when the shell sets nothing. */
  readonly file: string | undefined;
  /** The names of the settings, without their values. */
  readonly names: readonly string[];
}

/** Writes the settings in the environment to a file. @throws CommandError when the file format cannot represent a value */
export function writeSettingsFile(
  dataDirectory: string,
  environment: Readonly<Record<string, string | undefined>>,
): SettingsFile {
  const settings = settingNames.flatMap((name) => {
    const value = environment[name] ?? '';
    return value === '' ? [] : [{ name, value }];
  });
  const file = join(dataDirectory, 'settings.env');
  if (settings.length === 0) {
    rmSync(file, { force: true });
    return { file: undefined, names: [] };
  }
  const lines = settings.map(({ name, value }) => `${name}=${quoteValue(name, value)}\n`);
  mkdirSync(dataDirectory, { recursive: true });
  const temporaryFile = `${file}.${process.pid}`;
  writeFileSync(temporaryFile, lines.join(''), { mode: 0o600 });
  renameSync(temporaryFile, file);
  return { file, names: settings.map(({ name }) => name) };
}

/**
 * Quotes a value for dotenv (https://github.com/motdotla/dotenv#what-rules-does-the-parsing-engine-follow). Escapes
 * `$`, which wrangler expands even inside quotes
 * (https://github.com/motdotla/dotenv-expand#what-rules-does-the-expansion-engine-follow).
 */
function quoteValue(name: string, value: string): string {
  const quote = ["'", '`', '"'].find((candidate) => !value.includes(candidate));
  if (quote === undefined || /[\r\n]/.test(value))
    throw usageError(
      `${name} contains a line break or all three kinds of quotation marks; a setting must not.`,
      `unset ${name}`,
    );
  return `${quote}${value.replaceAll('$', String.raw`\$`)}${quote}`;
}

const keyBytes = 32;

/**
 * Creates the key that encrypts users' tokens, once, next to the data and readable only by its owner. @returns the path
 * of a variables file
 */
export function ensureTokenKeysFile(dataDirectory: string): string {
  const file = join(dataDirectory, 'token-keys.env');
  // An empty file results from an interrupted write.
  if (existsSync(file) && statSync(file).size > 0) return file;
  mkdirSync(dataDirectory, { recursive: true });
  const key = randomBytes(keyBytes).toString('base64');
  const temporaryFile = `${file}.${process.pid}`;
  writeFileSync(temporaryFile, `TOKEN_KEYS="1:${key}"\n`, { mode: 0o600 });
  // Renaming makes the write atomic.
  renameSync(temporaryFile, file);
  return file;
}
