/**
 * Formats the details of a failure, which are data of any shape, as readable lines: limits, sizes, largest folders. Empty
 * values are omitted.
 */
import { describeSkipReason } from '../../api.ts';

interface DetailLines {
  readonly name: string;
  readonly lines: readonly string[];
}

export function formatDetails(details: Readonly<Record<string, unknown>>): readonly DetailLines[] {
  return Object.entries(details)
    .map(([name, value]) => ({ name: splitCamelCase(name), lines: formatLines(describeReason(name, value)) }))
    .filter(({ lines }) => lines.length > 0);
}

function formatLines(value: unknown): readonly string[] {
  if (value === null || value === undefined || value === '') return [];
  return Array.isArray(value) ? value.map(formatValue) : [formatValue(value)];
}

function formatValue(value: unknown): string {
  if (typeof value === 'number') return value.toLocaleString('en');
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, part]) =>
      typeof part === 'string' ? describeReason(name, part) : `${splitCamelCase(name)} ${formatValue(part)}`,
    )
    .join(', ');
}

/** Replaces the code of a skip reason with its description. Other values stay as they are. */
function describeReason<T>(name: string, value: T): T | string {
  return name === 'reason' && typeof value === 'string' ? describeSkipReason(value) : value;
}

/** `largestFolders` becomes `largest folders`. */
function splitCamelCase(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}
