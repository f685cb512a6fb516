/** Composes the answer to a question about files that the index does not contain: what was skipped, why, and where the whole list is. */

import type { SkippedFile } from '../../core/files/file.ts';
import { describeSkipReason } from '../../core/files/skip-reason-text.ts';

/** A file, a folder, or an extension that the question names. */
export interface UncoveredSubject {
  readonly name: string;
  readonly skipped: readonly SkippedFile[];
  /** Number of files of it that are indexed. */
  readonly indexed: number;
}

/** @param list the path and query of the complete list */
export function composeCoverageAnswer(
  subjects: readonly UncoveredSubject[],
  { asksForIndexing, list }: { readonly asksForIndexing: boolean; readonly list: string },
): string {
  const isSkipped = subjects.some(({ skipped }) => skipped.length > 0);
  const sentences = [
    ...subjects.map((subject) => `${describeSubject(subject)}.`),
    ...(isSkipped && !asksForIndexing ? ['The index therefore cannot say what it contains.'] : []),
    `The status page lists every skipped file with its reason, and so does \`${list}\`.`,
  ];
  return sentences.join('\n\n');
}

/** Composes a note for an answer to a question that mentions such files. */
export function composeCoverageNote(subjects: readonly UncoveredSubject[]): string {
  return subjects.map((subject) => `${describeSubject(subject).replace(/\.$/, '')}.`).join(' ');
}

function describeSubject({ name, skipped, indexed }: UncoveredSubject): string {
  const [file, ...others] = skipped;
  if (file === undefined) return `${quote(name)} is indexed: ${count(indexed)}`;
  if (others.length === 0 && indexed === 0 && file.path.endsWith(name))
    return `${quote(file.path)} is not indexed (${reasonOf(file.reason)}): ${file.detail}`;
  const kept = indexed === 0 ? '' : `; ${count(indexed)} ${indexed === 1 ? 'is' : 'are'}`;
  return `${count(skipped.length)} of ${quote(name)} ${skipped.length === 1 ? 'is' : 'are'} not indexed (${describeReasons(skipped)})${kept}`;
}

function describeReasons(skipped: readonly SkippedFile[]): string {
  const counts = new Map<string, number>();
  for (const { reason } of skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, files]) => (counts.size === 1 ? reasonOf(reason) : `${reasonOf(reason)}: ${files}`))
    .join(', ');
}

function reasonOf(code: string): string {
  return describeSkipReason(code).toLowerCase();
}

function quote(name: string): string {
  return `\`${name.replaceAll('`', '')}\``;
}

function count(files: number): string {
  return `${files.toLocaleString('en-US')} ${files === 1 ? 'file' : 'files'}`;
}
