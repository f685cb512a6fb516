/** The words that page summaries share: counts, versions and dates. */

import type { Counts } from '../../core/repositories/repository.ts';
import { countOf } from '../../core/text/count-of.ts';

/** `83 files, 18,343 lines, 1,544 definitions`. Documentation has no definitions. */
export function describeCounts({ files, lines, symbols }: Counts): string {
  const definitions = symbols === 0 ? [] : [countOf(symbols, 'definition')];
  return [countOf(files, 'file'), countOf(lines, 'line'), ...definitions].join(', ');
}

/** `main at 1a2b3c4`; empty for an upload that names neither branch nor commit. */
export function describeVersion({
  ref,
  commit,
}: {
  readonly ref: string | undefined;
  readonly commit: string;
}): string {
  const short = /^[0-9a-f]{40,64}$/.test(commit) ? shortCommit(commit) : undefined;
  if (short === undefined) return ref ?? '';
  return ref === undefined ? `commit ${short}` : `${ref} at ${short}`;
}

export function shortCommit(commit: string): string {
  return commit.slice(0, 7);
}

/** Joins the parts that are not empty. */
export function joinFacts(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}
