/**
 * What the server found, which comes as data of any shape, as lines a person reads: limits, sizes, the largest folders.
 * Nothing is left out but what is empty.
 */

import { reasonInWords } from '../../api.ts';

interface FoundDetail {
  readonly name: string;
  readonly lines: readonly string[];
}

export function foundDetails(details: Readonly<Record<string, unknown>>): readonly FoundDetail[] {
  return Object.entries(details)
    .map(([name, value]) => ({ name: wordsOf(name), lines: linesOf(told(name, value)) }))
    .filter(({ lines }) => lines.length > 0);
}

function linesOf(value: unknown): readonly string[] {
  if (value === null || value === undefined || value === '') return [];
  return Array.isArray(value) ? value.map(textOf) : [textOf(value)];
}

function textOf(value: unknown): string {
  if (typeof value === 'number') return value.toLocaleString('en');
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, of]) => (typeof of === 'string' ? told(name, of) : `${wordsOf(name)} ${textOf(of)}`))
    .join(', ');
}

/** Reasons are codes. */
function told<T>(name: string, value: T): T | string {
  return name === 'reason' && typeof value === 'string' ? reasonInWords(value) : value;
}

/** `largestFolders` as `largest folders`. */
function wordsOf(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}
