/** The scripts of `wherefore completion`, run in bash. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { commands } from '../../../clients/cli/command-list.ts';
import { shells, writeCompletion } from '../../../clients/cli/completion/write-completion.ts';
import { runCommand } from '../../support/server/run-command.ts';

const run = promisify(execFile);

async function complete(...words: string[]): Promise<string[]> {
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const line = `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _wherefore; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await run('bash', ['-c', `${writeCompletion('bash', commands)}\n${line}`]);
  return stdout.split('\n').filter((word) => word !== '');
}

test('completes commands, options, choices and files in bash', async () => {
  expect(await complete('wherefore', 've')).toEqual(['versions', 'verify']);
  expect(await complete('wherefore', 'keys', 'r')).toEqual(['rotate', 'revoke']);
  expect(await complete('wherefore', 'eval', '--m')).toEqual(['--min-hit5']);
  expect(await complete('wherefore', 'ask', '--js')).toEqual(['--json']);
  expect(await complete('wherefore', 'index', 'package.j')).toEqual(['package.json']);
});

test.each(shells)('names every command and option for %s', (shell) => {
  const script = writeCompletion(shell, commands);
  for (const { name, options } of commands) {
    expect(script).toContain(name);
    for (const option of Object.keys(options)) expect(script).toContain(option);
  }
});

test('is printed by the command, which names the shells for another one', async () => {
  const printed = await runCommand(['completion', 'bash']);
  expect(printed).toMatchObject({ code: 0, stdout: `${writeCompletion('bash', commands)}\n` });
  const refused = await runCommand(['completion', 'tcsh']);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('bash, zsh, fish') });
});
