/** A command's arguments, checked: unknown options, missing operands and numbers out of range are told at once. */

import { parseArgs } from 'node:util';
import { usageError } from './command-error.ts';
import type { Command } from './command.ts';

export interface ParsedArguments {
  readonly operands: readonly string[];
  flag(name: string): boolean;
  text(name: string): string | undefined;
  /** The values of an option that may be given several times; undefined when it was not given. */
  list(name: string): string[] | undefined;
  /** @throws CommandError when it is not a whole number within the bounds, which are inclusive. */
  number(name: string, bounds: { min: number; max: number }): number | undefined;
}

type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

const common = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;

/** @throws CommandError with the command's usage, whatever is wrong. */
export function parseArguments(command: Command, args: readonly string[]): ParsedArguments {
  const { values, positionals } = parse(command, args);
  if (values['help'] !== true) checkOperands(command, positionals);
  return {
    operands: positionals,
    flag: (name) => values[name] === true,
    text: (name) => asText(values[name]),
    list: (name) => asList(values[name]),
    number: (name, bounds) => asNumber(command, { name, value: asText(values[name]), ...bounds }),
  };
}

export function usageOf(command: Pick<Command, 'name' | 'usage'>): string {
  return `Usage: wherefore ${command.name} ${command.usage}`;
}

function checkOperands({ operands, ...command }: Command, given: readonly string[]): void {
  const found = given.map((operand) => `"${operand}"`).join(' ');
  const missing = operands.needs.slice(given.length);
  if (missing.length > 0) {
    const needs = `wherefore ${command.name} needs ${missing.join(' and ')}`;
    throw usageError(`${needs}, found ${given.length === 0 ? 'none' : `only ${found}`}.`, usageOf(command));
  }
  if (given.length > operands.max) {
    const most =
      operands.max === 1 ? 'one argument' : `${operands.max === 0 ? 'no' : operands.max} arguments`;
    throw usageError(`wherefore ${command.name} takes ${most}, found ${found}.`, usageOf(command));
  }
}

function parse(command: Command, args: readonly string[]): { values: Values; positionals: string[] } {
  try {
    const options = { ...command.options, ...common };
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message.split('. To specify')[0] : String(cause);
    throw usageError(`${message}.`, usageOf(command));
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
  throw usageError(`--${option.name} must be ${range}; found "${option.value}".`, usageOf(command));
}
