/** Settings of the shell reach the server, whatever they hold, and lie where their owner alone reads them. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { unstable_getVarsForDev } from 'wrangler';
import { settingNames } from '../../../../clients/cli/local-server/setting-names.ts';
import { settingsFile } from '../../../../clients/cli/local-server/settings-file.ts';
import { variables } from '../../../../worker/runtime/variables.ts';
import { temporaryFolder } from '../../../support/files/temporary-folder.ts';

function asWranglerReads(file: string): Readonly<Record<string, unknown>> {
  const read = unstable_getVarsForDev(undefined, [file], {}, undefined, true);
  return Object.fromEntries(Object.entries(read).map(([name, { value }]) => [name, value]));
}

test('every setting there is may be set in the shell', () => {
  expect(settingNames).toEqual(variables.map(({ name }) => name));
});

it('holds what the shell sets and nothing else of it, as it was set', () => {
  const folder = join(temporaryFolder(), 'data');
  const values = {
    MODELS: 'compatible/qwen3:8b,openai/gpt-x',
    OPENAI_KEY: `sk-"$HOME"-#\\n'`,
    GROQ_KEY: 'pa$word9$$\\$x${OPENAI_KEY}',
    MODEL_PRICES: 'a `b`',
  };
  const { file, names } = settingsFile(folder, { ...values, PATH: '/bin', OPENAI_URL: '' });
  expect(names).toEqual(['MODELS', 'OPENAI_KEY', 'GROQ_KEY', 'MODEL_PRICES']);
  expect(asWranglerReads(file ?? '')).toMatchObject(values);
  expect(statSync(file ?? '').mode & 0o777).toBe(0o600);
  expect(settingsFile(folder, { PATH: '/bin' })).toEqual({ file: undefined, names: [] });
  expect(existsSync(file ?? '')).toBe(false);
});

it.each(['two\nlines', `every ' kind " of \` mark`])('refuses %j, by its name alone', (value) => {
  const folder = temporaryFolder();
  expect(() => settingsFile(folder, { OPENAI_KEY: value })).toThrow(/^OPENAI_KEY contains/);
});
