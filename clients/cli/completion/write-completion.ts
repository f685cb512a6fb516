/** Writes the scripts that complete commands, options and choices in a shell, from the declarations of the commands. */

import type { Command } from '../command.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

type Described = Pick<Command, 'name' | 'summary' | 'options' | 'operands'>;

const writers: Readonly<Record<Shell, (commands: readonly Described[]) => string>> = {
  bash: writeBash,
  zsh: writeZsh,
  fish: writeFish,
};

export function writeCompletion(shell: Shell, commands: readonly Described[]): string {
  return writers[shell](commands);
}

function listOptions({ options }: Described): string[] {
  return [...Object.keys(options), 'json', 'help'].map((name) => `--${name}`);
}

/** Names of files are completed where neither an option nor a choice is possible. */
function writeBash(commands: readonly Described[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  const cases = commands.map((command) => {
    const choices = (command.operands.choices ?? []).join(' ');
    return `    ${command.name}) options="${listOptions(command).join(' ')}"; choices="${choices}" ;;`;
  });
  return `_wherefore() {
  local current="\${COMP_WORDS[COMP_CWORD]}" options="" choices=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names}" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  if [ "\${current#-}" != "$current" ]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  elif [ "$COMP_CWORD" -eq 2 ] && [ -n "$choices" ]; then
    COMPREPLY=($(compgen -W "$choices" -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
complete -o filenames -F _wherefore wherefore`;
}

function writeZsh(commands: readonly Described[]): string {
  const names = commands.map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}`);
  const cases = commands.map((command) => {
    const { choices = [] } = command.operands;
    const actions = choices.length === 0 ? '_files' : `compadd -- ${choices.join(' ')}`;
    return `    ${command.name}) options=(${listOptions(command).join(' ')}); operand() { ${actions} } ;;`;
  });
  return `#compdef wherefore
_wherefore() {
  local -a commands options
  commands=(
${names.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  operand() { _files }
  case $words[2] in
${cases.join('\n')}
  esac
  if [[ $words[CURRENT] == -* ]]; then compadd -- $options
  elif (( CURRENT == 3 )); then operand
  else _files
  fi
}
compdef _wherefore wherefore`;
}

function writeFish(commands: readonly Described[]): string {
  return commands
    .flatMap((command) => {
      const { name, summary, operands } = command;
      const isCommand = quote(`__fish_seen_subcommand_from ${name}`);
      const options = listOptions(command).map(
        (option) => `complete -c wherefore -n ${isCommand} -l ${option.slice(2)}`,
      );
      const choices = (operands.choices ?? []).map(
        (choice) => `complete -c wherefore -n ${isCommand} -a ${choice}`,
      );
      return [
        `complete -c wherefore -n __fish_use_subcommand -a ${name} -d ${quote(summary)}`,
        ...options,
        ...choices,
      ];
    })
    .join('\n');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
