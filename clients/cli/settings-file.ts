/** Settings from the shell, handed to the server in a file: keys of vendors are among them, and a command line is for all to read. */

import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { usageError } from './command-error.ts';
import { settingNames } from './setting-names.ts';

interface SettingsFile {
  /** Undefined where the shell sets nothing. */
  readonly file: string | undefined;
  /** What it sets, without the values. */
  readonly names: readonly string[];
}

/** @throws CommandError where a value cannot be written in such a file */
export function settingsFile(
  dataDirectory: string,
  environment: Readonly<Record<string, string | undefined>>,
): SettingsFile {
  const set = settingNames.flatMap((name) => {
    const value = environment[name] ?? '';
    return value === '' ? [] : [{ name, value }];
  });
  const file = join(dataDirectory, 'settings.env');
  if (set.length === 0) {
    rmSync(file, { force: true });
    return { file: undefined, names: [] };
  }
  const lines = set.map(({ name, value }) => `${name}=${quoted(name, value)}\n`);
  mkdirSync(dataDirectory, { recursive: true });
  const written = `${file}.${process.pid}`;
  writeFileSync(written, lines.join(''), { mode: 0o600 });
  renameSync(written, file);
  return { file, names: set.map(({ name }) => name) };
}

/**
 * Between marks that leave what is within as it is (https://github.com/motdotla/dotenv#what-rules-does-the-parsing-engine-follow), but for a `$`,
 * which wrangler reads as the beginning of a name even there (https://github.com/motdotla/dotenv-expand#what-rules-does-the-expansion-engine-follow).
 */
function quoted(name: string, value: string): string {
  const mark = ["'", '`', '"'].find((one) => !value.includes(one));
  if (mark === undefined || /[\r\n]/.test(value))
    throw usageError(
      `${name} holds a line break or quotation marks of every kind, which no setting can.`,
      `unset ${name}`,
    );
  return `${mark}${value.replaceAll('$', String.raw`\$`)}${mark}`;
}
