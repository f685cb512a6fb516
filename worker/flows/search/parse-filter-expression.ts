/**
 * Parses a filter expression, such as `path:src/** -path:"my tests/**" kind:function lang:python`. A term is a field, a colon and a value;
 * `-` or `!` before the field excludes the value. Terms of one field are alternatives, and all fields must match.
 */

import { AppError } from '../../core/errors.ts';
import type { SearchFilters } from './search-filters.ts';

export interface FilterExpression {
  /** Excluded values start with `!`. */
  readonly filters: SearchFilters;
  readonly version: string | undefined;
}

type Field = keyof SearchFilters | 'version';

const fields: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['path', 'paths'],
  ['language', 'languages'],
  ['lang', 'languages'],
  ['kind', 'kinds'],
  ['role', 'kinds'],
  ['package', 'packages'],
  ['tag', 'tags'],
  ['version', 'version'],
]);
const maxTerms = 50;
const term = /\s*(?<sign>[-!]?)(?<field>[a-z]+):(?:"(?<quoted>[^"]*)"|(?<bare>[^\s"]+))(?=\s|$)/iy;

/** @throws AppError `invalid_request` that names the invalid term */
export function parseFilterExpression(text: string): FilterExpression {
  const values: Record<Field, string[]> = {
    paths: [],
    languages: [],
    kinds: [],
    packages: [],
    tags: [],
    version: [],
  };
  const trimmed = text.trim();
  for (let at = 0, terms = 0; at < trimmed.length; terms++) {
    if (terms === maxTerms) throw invalidFilter(`it has more than ${maxTerms} terms. Use fewer.`);
    term.lastIndex = at;
    const groups = term.exec(trimmed)?.groups;
    if (groups === undefined) throw invalidTerm(trimmed.slice(at).trim());
    at = term.lastIndex;
    addTerm(values, groups);
  }
  const { version, ...filters } = values;
  if (version.length > 1) throw invalidFilter('it has several versions. A search reads one version.');
  return { filters, version: version[0] };
}

function addTerm(values: Record<Field, string[]>, groups: Partial<Record<string, string>>): void {
  const { sign = '', field = '', quoted, bare = '' } = groups;
  const name = fields.get(field.toLowerCase());
  const value = quoted ?? bare;
  if (name === undefined)
    throw invalidFilter(`“${field}” is not a field. Fields: ${[...fields.keys()].join(', ')}.`);
  if (value.trim() === '') throw invalidFilter(`“${field}” has no value.`);
  if (name === 'version' && sign !== '')
    throw invalidFilter('a version cannot be excluded. Name the version to search.');
  values[name].push(sign === '' ? value : `!${value}`);
}

function invalidTerm(rest: string): AppError {
  const shown = rest.split(/\s/)[0]?.slice(0, 80) ?? '';
  return invalidFilter(
    `“${shown}” is not a term. Write a field, a colon and a value: path:src/** or -kind:test. Quote a value with spaces.`,
  );
}

function invalidFilter(problem: string): AppError {
  return new AppError('invalid_request', `filter: ${problem}`);
}
