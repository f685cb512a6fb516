import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tokenKeysFile } from '../../../../clients/cli/local-server/settings-file.ts';
import { parseConfig } from '../../../../worker/runtime/config.ts';
import { temporaryFolder } from '../../../support/files/temporary-folder.ts';

const keysIn = (file: string) => {
  const [, keys] = /^TOKEN_KEYS="([^"]+)"\n$/.exec(readFileSync(file, 'utf8')) ?? [];
  return parseConfig({ TOKEN_KEYS: keys ?? '' }).hosting.tokenKeys;
};

test('a key is made once, of its own for each folder, and is read by its owner alone', () => {
  const [one, other] = [join(temporaryFolder(), 'data'), temporaryFolder()];
  const file = tokenKeysFile(one);
  expect(keysIn(file)).toMatchObject([{ version: '1' }]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const made = readFileSync(file, 'utf8');
  expect(tokenKeysFile(one)).toBe(file);
  expect(readFileSync(file, 'utf8')).toBe(made);
  expect(readFileSync(tokenKeysFile(other), 'utf8')).not.toBe(made);
});

test('a file that was begun and not written is no key: another is made', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'token-keys.env'), '');
  expect(keysIn(tokenKeysFile(folder))).toHaveLength(1);
});
