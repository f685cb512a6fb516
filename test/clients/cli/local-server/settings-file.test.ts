/** The settings file passes the shell's settings to the server unchanged; only its owner can read it. */

import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { unstable_getVarsForDev } from 'wrangler';
import { settingNames } from '../../../../clients/cli/local-server/setting-names.ts';
import { writeSettingsFile } from '../../../../clients/cli/local-server/settings-file.ts';
import { variables } from '../../../../worker/runtime/variables.ts';
import { temporaryFolder } from '../../../support/files/temporary-folder.ts';

function readAsWrangler(file: string): Readonly<Record<string, unknown>> {
  const read = unstable_getVarsForDev(undefined, [file], {}, undefined, true);
  return Object.fromEntries(Object.entries(read).map(([name, { value }]) => [name, value]));
}

test('the shell can set every setting', () => {
  expect(settingNames).toEqual(variables.map(({ name }) => name));
});

it('contains exactly the settings of the shell, unchanged', () => {
  const folder = join(temporaryFolder(), 'data');
  const values = {
    MODELS: 'compatible/qwen3:8b,openai/gpt-x',
    OPENAI_KEY: `sk-"$HOME"-#\\n'`,
    GROQ_KEY: 'pa$word9$$\\$x${OPENAI_KEY}',
    MODEL_PRICES: 'a `b`',
  };
  const { file, names } = writeSettingsFile(folder, { ...values, PATH: '/bin', OPENAI_URL: '' });
  expect(names).toEqual(['MODELS', 'OPENAI_KEY', 'GROQ_KEY', 'MODEL_PRICES']);
  expect(readAsWrangler(file ?? '')).toMatchObject(values);
  expect(statSync(file ?? '').mode & 0o777).toBe(0o600);
  expect(writeSettingsFile(folder, { PATH: '/bin' })).toEqual({ file: undefined, names: [] });
  expect(existsSync(file ?? '')).toBe(false);
});

it.each(['two\nlines', `every ' kind " of \` mark`])(
  'rejects the value %j with an error that contains only the name of its setting',
  (value) => {
    const folder = temporaryFolder();
    expect(() => writeSettingsFile(folder, { OPENAI_KEY: value })).toThrow(/^OPENAI_KEY contains/);
  },
);
