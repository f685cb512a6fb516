import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ensureTokenKeysFile } from '../../../../clients/cli/local-server/settings-file.ts';
import { parseConfig } from '../../../../worker/runtime/config.ts';
import { temporaryFolder } from '../../../support/files/temporary-folder.ts';

const readKeys = (file: string) => {
  const [, keys] = /^TOKEN_KEYS="([^"]+)"\n$/.exec(readFileSync(file, 'utf8')) ?? [];
  return parseConfig({ TOKEN_KEYS: keys ?? '' }).hosting.tokenKeys;
};

test('creates one key for each folder, which only its owner can read', () => {
  const [folder, otherFolder] = [join(temporaryFolder(), 'data'), temporaryFolder()];
  const file = ensureTokenKeysFile(folder);
  expect(readKeys(file)).toMatchObject([{ version: '1' }]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const content = readFileSync(file, 'utf8');
  expect(ensureTokenKeysFile(folder)).toBe(file);
  expect(readFileSync(file, 'utf8')).toBe(content);
  expect(readFileSync(ensureTokenKeysFile(otherFolder), 'utf8')).not.toBe(content);
});

test('replaces an empty file with a new key', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'token-keys.env'), '');
  expect(readKeys(ensureTokenKeysFile(folder))).toHaveLength(1);
});
