/** `wherefore completion`: prints a script that completes the commands and their options in a shell. */

import { usageError } from '../command-error.ts';
import type { Command } from '../command.ts';
import { shells, writeCompletion } from '../completion/write-completion.ts';
import { formatUsage } from '../parse-arguments.ts';

const facts = {
  name: 'completion',
  summary: 'print a script that completes commands and options in a shell',
  usage: `${shells.join(' | ')}
Load it in the shell's start-up file:
  bash  source <(wherefore completion bash)
  zsh   source <(wherefore completion zsh)
  fish  wherefore completion fish | source`,
  options: {},
  operands: { needs: ['a shell'], max: 1, choices: shells },
} as const satisfies Omit<Command, 'run'>;

/** @param commands the other commands */
export function createCompletionCommand(commands: readonly Command[]): Command {
  return {
    ...facts,
    run({ operands: [name = ''] }, { terminal }) {
      const shell = shells.find((known) => known === name);
      if (shell === undefined)
        throw usageError(
          `"${name}" is not a shell that is supported: ${shells.join(', ')}.`,
          formatUsage(facts),
        );
      const script = writeCompletion(shell, [...commands, facts]);
      terminal.print(script);
      return Promise.resolve({ exit: 'ok', json: { shell, script } });
    },
  };
}
