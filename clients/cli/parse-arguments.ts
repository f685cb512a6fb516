/** Parses and checks a command's arguments. Unknown options, missing operands and out-of-range numbers are errors. */

import { parseArgs } from 'node:util';
import { exitCodes, exitMeanings, usageError } from './command-error.ts';
import type { Command, ParsedArguments } from './command.ts';

type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

const commonOptions = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;

/** @throws CommandError with the command's usage for any invalid argument. */
export function parseArguments(command: Command, args: readonly string[]): ParsedArguments {
  const { values, positionals } = parse(command, args);
  if (values['help'] !== true) checkOperands(command, positionals);
  return {
    operands: positionals,
    has: (name) => values[name] !== undefined,
    flag: (name) => values[name] === true,
    text: (name) => asText(values[name]),
    list: (name) => asList(values[name]),
    number: (name, bounds) => asNumber(command, { name, value: asText(values[name]), ...bounds }),
  };
}

export function formatUsage(command: Pick<Command, 'name' | 'usage'>): string {
  return `Usage: wherefore ${command.name} ${command.usage}`;
}

/** The usage with the exit codes. A command whose codes mean something else states them itself. */
export function formatHelp(command: Pick<Command, 'name' | 'usage'>): string {
  const usage = formatUsage(command);
  if (usage.includes('Exit codes:')) return usage;
  const codes = exitMeanings.map(([name, meaning]) => `\n  ${String(exitCodes[name]).padEnd(4)} ${meaning}`);
  return `${usage}\n\nExit codes:${codes.join('')}`;
}

function checkOperands({ operands, ...command }: Command, received: readonly string[]): void {
  const quotedOperands = received.map((operand) => `"${operand}"`).join(' ');
  const missing = operands.needs.slice(received.length);
  if (missing.length > 0) {
    const requirement = `wherefore ${command.name} requires ${missing.join(' and ')}`;
    throw usageError(
      `${requirement}, found ${received.length === 0 ? 'none' : `only ${quotedOperands}`}.`,
      formatUsage(command),
    );
  }
  if (received.length > operands.max) {
    const maxArguments =
      operands.max === 1 ? 'one argument' : `${operands.max === 0 ? 'no' : operands.max} arguments`;
    throw usageError(
      `wherefore ${command.name} takes ${maxArguments}, found ${quotedOperands}.`,
      formatUsage(command),
    );
  }
}

function parse(command: Command, args: readonly string[]): { values: Values; positionals: string[] } {
  try {
    const options = { ...command.options, ...commonOptions };
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message.split('. To specify')[0] : String(cause);
    throw usageError(`${message}.`, formatUsage(command));
  }
}

function asText(value: Values[string]): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function asList(value: Values[string]): string[] | undefined {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined;
}

function asNumber(
  command: Command,
  option: { name: string; value: string | undefined; min: number; max: number },
): number | undefined {
  if (option.value === undefined) return undefined;
  const number = /^\d+$/.test(option.value) ? Number(option.value) : Number.NaN;
  if (number >= option.min && number <= option.max) return number;
  const range = `a whole number from ${option.min} to ${option.max}`;
  throw usageError(`--${option.name} must be ${range}; found "${option.value}".`, formatUsage(command));
}
