/**
 * Composes the answer to an exhaustive question: the count, one cited sentence per shown result, and why the list may not be complete.
 * Results in tests follow under a heading with their number, which readers fold.
 */

import type { Evidence } from '../../core/answers/evidence.ts';
import type { ListQuery } from '../../core/answers/list-query.ts';
import { canNameInAnswer, fitsInlineCode } from '../evidence-text/evidence-names.ts';
import { citedItemSentence, formatQuotedLine } from './graph-item-sentence.ts';

export interface ListItem {
  readonly path: string;
  readonly line: number;
  readonly symbol: string | undefined;
  readonly kind: string | undefined;
  readonly text: string;
  readonly isTest: boolean;
  readonly evidence: Evidence | undefined;
}

export interface ListMaterial {
  readonly query: ListQuery;
  /** The folder that the results are in. */
  readonly folder: string | undefined;
  readonly total: number;
  readonly inTests: number;
  readonly files: number;
  /** Rows of the complete list; fewer than `total` if a text occurs several times in a line. */
  readonly rows: number;
  /** Maximum rows of the table. */
  readonly tableRows: number;
  /** Maximum rows of the CSV. */
  readonly csvRows: number;
  /** The first results. */
  readonly items: readonly ListItem[];
  readonly limits: readonly string[];
  /** Lines that state the same names, for an empty list. */
  readonly nearby: readonly Evidence[];
  /** Path and query of the complete list. */
  readonly repeat: string;
}

const maxCited = 4;
/** A longer list is also offered as CSV if no table offers it. */
const minCsvItems = 10;

/** The sentences that only the query proves. */
export interface ListStatements {
  readonly count: string;
  readonly limits: readonly string[];
}

export function listStatements(material: ListMaterial): ListStatements {
  const { query, limits, rows, tableRows, csvRows, items, repeat } = material;
  const more = rows - items.length;
  const csv = `${repeat}&format=csv`;
  const omitted =
    more <= 0
      ? `The list as CSV is at ${csv}`
      : rows <= tableRows
        ? `The other ${count(more, 'row')} ${more === 1 ? 'is' : 'are'} in the table, and in ${csv}`
        : `The table contains the first ${count(tableRows, 'row')}, and ${csv} ${rows <= csvRows ? `all ${rows.toLocaleString('en-US')}` : `the first ${csvRows.toLocaleString('en-US')} of ${rows.toLocaleString('en-US')}`}`;
  const reasons = limits.map(lowerFirst).join('; ');
  // Skipped files are part of a list of files, so such a list is complete.
  const reason = query.list === 'files' ? limits.join('; ') : `This list may not be complete: ${reasons}`;
  return {
    count: describeCount(material),
    limits: [
      ...(more > 0 || items.length > minCsvItems ? [omitted] : []),
      ...(limits.length > 0 ? [reason] : []),
    ],
  };
}

export function* composeListAnswer(material: ListMaterial): Generator<string> {
  const { items, nearby } = material;
  const statements = listStatements(material);
  const shown = items.filter(({ evidence }) => evidence !== undefined);
  const cited = [...shown.map(({ evidence }) => evidence), ...nearby].slice(0, maxCited);
  yield citedItemSentence(statements.count, cited);
  const inCode = shown.filter((item) => !item.isTest);
  const open = inCode.length === 0 ? shown : inCode;
  for (const item of open) yield `* ${itemSentence(item, material.query)}`;
  if (open.length > 0) yield '\n';
  for (const limit of statements.limits) yield citedItemSentence(limit, cited);
  if (open.length === shown.length) return;
  yield `### Tests (${material.inTests.toLocaleString('en-US')})\n\n`;
  for (const item of shown.filter(({ isTest }) => isTest)) yield `* ${itemSentence(item, material.query)}`;
  yield '\n';
}

function itemSentence(item: ListItem, query: ListQuery): string {
  const { path, line, symbol, evidence } = item;
  const place = fitsInlineCode(path) ? `\`${path}\`` : 'a file';
  if (query.list === 'files') return citedItemSentence(place, [evidence], '\n');
  const quoted = evidence === undefined ? '' : formatQuotedLine(evidence, line, query.name ?? symbol ?? '');
  const isNamed = symbol !== undefined && evidence !== undefined && canNameInAnswer(evidence, symbol);
  return citedItemSentence(
    `${isNamed ? `\`${symbol}\` in ` : ''}${place}, line ${line}${quoted}`,
    [evidence],
    '\n',
  );
}

function describeCount(material: ListMaterial): string {
  const { query, total, inTests, files, folder } = material;
  const where = describeScope(query, folder);
  if (total === 0) return `${capitalize(noneOf(query))}${where}`;
  const split =
    query.only === undefined && inTests > 0 && inTests < total
      ? `: ${(total - inTests).toLocaleString('en-US')} in sources and ${inTests.toLocaleString('en-US')} in tests`
      : query.only === undefined && inTests === total && query.list !== 'files'
        ? ', all in tests'
        : '';
  if (query.list === 'files')
    return `${count(total, 'file')} ${total === 1 ? 'matches' : 'match'}${describeFiles(query)}${where}${split}`;
  return `${subjectOf(query, total)}${where} in ${count(files, 'file')}${split}`;
}

function subjectOf(query: ListQuery, total: number): string {
  const name = query.name === undefined ? 'Something' : quoteName(query.name);
  switch (query.list) {
    case 'raises':
      return `${name} is raised at ${count(total, 'place')}`;
    case 'occurrences':
      return `${name} occurs ${total === 1 ? 'once' : `${total.toLocaleString('en-US')} times`}`;
    case 'implementations':
      return `${count(total, 'type')} ${total === 1 ? 'names' : 'name'} ${name} as a base`;
    default:
      return `${count(total, nounOf(query))} ${total === 1 ? 'is' : 'are'} ${query.decorator === undefined ? 'defined' : `marked with ${quoteName(query.decorator)}`}`;
  }
}

function noneOf(query: ListQuery): string {
  const name = query.name === undefined ? 'an error' : quoteName(query.name);
  switch (query.list) {
    case 'raises':
      return `no place raises ${name}`;
    case 'occurrences':
      return `${name} does not occur`;
    case 'implementations':
      return `no type names ${name} as a base`;
    case 'files':
      return `no file matches${describeFiles(query)}`;
    default:
      return `no ${nounOf(query)} is ${query.decorator === undefined ? 'defined' : `marked with ${quoteName(query.decorator)}`}`;
  }
}

function nounOf({ kinds = [], modifiers = [] }: ListQuery): string {
  const [first, ...others] = kinds;
  const isFunction = kinds.includes('function');
  const noun =
    first === undefined ? 'definition' : isFunction ? 'function' : others.length > 0 ? 'type' : first;
  return [...modifiers, noun].join(' ');
}

function describeFiles({ paths = [], languages = [] }: ListQuery): string {
  const patterns = paths.map(quoteName).join(' or ');
  const language = languages.length === 0 ? '' : ` the language ${languages.join(' or ')}`;
  return patterns === '' ? language : ` ${patterns}${language}`;
}

function describeScope({ only }: ListQuery, folder: string | undefined): string {
  const place = folder === undefined ? '' : ` in ${quoteName(folder)}`;
  return only === undefined ? place : `${place} ${only === 'tests' ? 'in tests' : 'outside tests'}`;
}

function quoteName(name: string): string {
  return fitsInlineCode(name) ? `\`${name}\`` : 'that text';
}

const irregular: Readonly<Record<string, string>> = { class: 'classes', property: 'properties' };

function count(number: number, noun: string): string {
  const [last = ''] = noun.split(' ').slice(-1);
  const plural = noun.slice(0, noun.length - last.length) + (irregular[last] ?? `${last}s`);
  return `${number.toLocaleString('en-US')} ${number === 1 ? noun : plural}`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
