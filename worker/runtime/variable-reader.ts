/** Reads and validates environment variables, and collects all problems. */

import type { Tag } from '../core/settings.ts';
import type { Variable } from './variable.ts';
import { variables, type VariableName } from './variables.ts';

/** `addQuerySchema` rejects longer repository names. */
const maxNameLength = 200;
/** Maximum names in a list: every listing looks for each of them. */
const maxNames = 50;

function parseList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

export type VariableReader = ReturnType<typeof createReader>;

export function createReader(environment: Readonly<Record<string, unknown>>, problems: string[]) {
  const hosted = environment['MODE'] === 'hosted';
  const text = (name: VariableName): string => {
    const value = environment[name];
    // A number in wrangler.toml stays a number.
    const configured = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    if (configured !== '') return configured;
    const variable: Variable | undefined = variables.find((variable) => variable.name === name);
    return (hosted ? variable?.hosted : undefined) ?? variable?.default ?? '';
  };
  const number = (name: VariableName, expected: string, valid: (value: number) => boolean): number => {
    const value = /^-?\d+(?:\.\d+)?$/.test(text(name)) ? Number(text(name)) : Number.NaN;
    if (valid(value)) return value;
    problems.push(`${name} is ${JSON.stringify(text(name))}; it must be ${expected}.`);
    return Number.NaN;
  };
  return {
    text,
    list: (name: VariableName): string[] => parseList(text(name)),
    names: (name: VariableName): string[] => {
      const names = parseList(text(name));
      if (names.length > maxNames)
        problems.push(`${name} has ${names.length} names; the maximum is ${maxNames}.`);
      for (const longName of names.filter((item) => item.length > maxNameLength))
        problems.push(
          `${name} contains "${longName.slice(0, 40)}…" with ${longName.length} characters; a name has at most ${maxNameLength}.`,
        );
      return names;
    },
    tags: (name: VariableName): Tag[] =>
      parseList(text(name)).flatMap((item) => {
        const [, pattern, tag] = /^(.+)=([\w-]+)$/.exec(item) ?? [];
        if (pattern !== undefined && tag !== undefined) return [{ pattern, tag }];
        problems.push(`${name} contains ${JSON.stringify(item)}; each item must be a glob, =, and a name.`);
        return [];
      }),
    oneOf<Choice extends string>(name: VariableName, choices: readonly Choice[]): Choice {
      const found = choices.find((choice) => choice === text(name));
      if (found === undefined)
        problems.push(`${name} is ${JSON.stringify(text(name))}; it must be one of ${choices.join(', ')}.`);
      return found ?? (choices[0] as Choice);
    },
    whole: (name: VariableName, min: number, max: number): number =>
      number(
        name,
        `a whole number from ${min} to ${max}`,
        (value) => Number.isInteger(value) && value >= min && value <= max,
      ),
    share: (name: VariableName): number =>
      number(name, 'a number from 0 to 1', (value) => value >= 0 && value <= 1),
    cap: (name: VariableName): number =>
      text(name) === 'none'
        ? Number.POSITIVE_INFINITY
        : number(name, '`none` or a whole number', (value) => Number.isInteger(value) && value > 0),
  };
}
