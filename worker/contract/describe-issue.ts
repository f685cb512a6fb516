/**
 * Describes an invalid value in a plain sentence after the name of its field: what was found, and what is allowed. Messages of a schema itself
 * come first. A value whose field may hold a secret is never repeated.
 */

import { z } from 'zod';
import { countOf } from '../core/text/count-of.ts';
import { describeUnknownField } from './describe-unknown-field.ts';

type Issue = z.core.$ZodRawIssue;

const maxShownLength = 40;
const maxShownOptions = 30;
const mayBeSecret = /key|token|secret|password|authorization/i;

/** Applies to every schema of this process. */
export function usePlainIssueTexts(): void {
  z.config({ customError: describeIssue });
}

export function describeIssue(issue: Issue): string | undefined {
  if (issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value'))
    return `it is missing; it must be ${describeAllowed(issue)}`;
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_value':
      return `it is ${showValue(issue)}, but must be ${describeAllowed(issue)}`;
    case 'too_big':
      return describeSize(issue, Number(issue.maximum), 'most');
    case 'too_small':
      return describeSize(issue, Number(issue.minimum), 'least');
    case 'invalid_format':
      return describeFormat(issue, issue);
    case 'unrecognized_keys':
      return issue.keys.map((key) => describeUnknownField(key, issue.inst)).join('; ');
    case 'invalid_union':
      return issue.input === undefined
        ? 'it is missing'
        : `it is ${showValue(issue)}, which has none of the allowed forms`;
    default:
      return undefined;
  }
}

const types: Readonly<Record<string, string>> = {
  int: 'a whole number',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  boolean: 'true or false',
  null: 'null',
};

function describeAllowed(issue: Issue): string {
  if (issue.code === 'invalid_value') {
    const options = issue.values.slice(0, maxShownOptions).map((option) => JSON.stringify(option));
    return options.length === 1 ? `${options[0]}` : `one of ${options.join(', ')}`;
  }
  return issue.code === 'invalid_type' ? (types[issue.expected] ?? `a ${issue.expected}`) : 'another value';
}

function describeSize(issue: Issue, limit: number, bound: 'most' | 'least'): string {
  const { input } = issue;
  const allowed = `at ${bound} ${limit.toLocaleString('en-US')}`;
  const count = (value: number): string =>
    typeof input === 'string' ? countOf(value, 'character') : countOf(value, 'entry', 'entries');
  if (typeof input !== 'string' && !Array.isArray(input)) {
    const isInclusive = 'inclusive' in issue ? issue.inclusive !== false : true;
    const exclusive = `${bound === 'most' ? 'less' : 'more'} than ${limit.toLocaleString('en-US')}`;
    return `it is ${showValue(issue)}, but must be ${isInclusive ? allowed : exclusive}`;
  }
  if (input.length === 0) return `it is empty, but must have at ${bound} ${count(limit)}`;
  const found = count(input.length);
  const shown = typeof input === 'string' ? ` (${showValue(issue)})` : '';
  return `it has ${found}${shown}, but ${allowed} ${limit === 1 ? 'is' : 'are'} allowed`;
}

const formats: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  url: 'an address (URL)',
  datetime: 'a date and time, such as 2026-01-31T09:00:00Z',
  date: 'a date, such as 2026-01-31',
  uuid: 'a UUID',
};

function describeFormat(issue: Issue, { format, pattern }: { format: string; pattern?: string }): string {
  const allowed =
    formats[format] ?? (pattern === undefined ? `of the format ${format}` : `text that matches ${pattern}`);
  return `it is ${showValue(issue)}, but must be ${allowed}`;
}

function showValue({ input, path = [] }: Issue): string {
  if (Number.isNaN(input)) return 'no number';
  if (Array.isArray(input)) return 'a list';
  if (typeof input === 'object' && input !== null) return 'an object';
  if (path.some((name) => mayBeSecret.test(String(name)))) return 'another value';
  return typeof input === 'string' ? showText(input) : String(input);
}

function showText(text: string): string {
  return JSON.stringify(text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text);
}
