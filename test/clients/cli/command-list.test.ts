/** The help of every command, and the guide of the command line, which must agree with it. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exitCodes, exitMeanings } from '../../../clients/cli/command-error.ts';
import { commands } from '../../../clients/cli/command-list.ts';
import { formatHelp } from '../../../clients/cli/parse-arguments.ts';

const guide = readFileSync(new URL('../../../web/docs/command-line.md', import.meta.url), 'utf8');

test.each(commands.map((command) => [command.name, command] as const))(
  'the help of %s states every option and its exit codes',
  (name, command) => {
    const help = formatHelp(command);
    for (const option of Object.keys(command.options)) expect(help).toContain(`--${option}`);
    expect(help).toMatch(/Exit codes:\s+0 /);
    // The output of `mcp` is the protocol, and that of `completion` is a script.
    if (name !== 'mcp' && name !== 'completion') expect(help).toContain('--json');
  },
);

test('the guide lists every command and every exit code', () => {
  const [, table = ''] = /## Exit codes\n([\s\S]*?)\n\n`ask`/.exec(guide) ?? [];
  const rows = [...table.matchAll(/^\| (\d+) \| (.+) \|$/gm)].map(([, code, meaning]) => [
    Number(code),
    meaning,
  ]);
  expect(rows).toEqual(exitMeanings.map(([name, meaning]) => [exitCodes[name], meaning]));
  const listed = [...guide.matchAll(/^\| `([a-z]+)` \|/gm)].map(([, name]) => name);
  expect(listed).toEqual(commands.map(({ name }) => name));
});
