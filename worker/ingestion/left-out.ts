/**
 * What a client did not pack, told in a JSON file beside what it did: it is listed like everything else that is left out. Whoever
 * uploads writes it, so it is a claim about their own folder: bounded, and only of paths that lie in it.
 */

import type { SkippedFile, SkipReason } from '../core/file.ts';
import type { SourceEntry } from '../ports/repository-source.ts';

/** At the top of the repository, or of its wrapper. The command line writes it under the same name. */
const reportName = '.wherefore-left-out.json';
const maxBytes = 1_000_000;
const maxItems = 10_000;
const maxPathLength = 1_000;
const maxDetailLength = 300;

/** What can keep a file out before there is an archive. */
const reasons: ReadonlySet<SkipReason> = new Set(['ignored', 'vendored', 'unreadable', 'special-entry']);

export function isLeftOutReport({ kind, path }: SourceEntry): boolean {
  return kind === 'file' && /^(?:[^/]+\/)?[^/]+$/.test(path) && path.split('/').at(-1) === reportName;
}

/** Paths as the archive would write them; what is not usable is passed over, a report that cannot be read is left out itself. */
export async function readLeftOut(entry: SourceEntry): Promise<readonly SkippedFile[]> {
  const bytes = entry.size > maxBytes ? undefined : await entry.read(maxBytes);
  const items = bytes === undefined ? undefined : listOf(new TextDecoder().decode(bytes));
  if (items === undefined)
    return [
      { path: entry.path, reason: 'special-entry', detail: 'a list of what was not packed, unreadable' },
    ];
  const folder = entry.path.slice(0, entry.path.length - reportName.length);
  return items.slice(0, maxItems).flatMap((item) => {
    const skipped = toSkipped(item);
    return skipped === undefined ? [] : [{ ...skipped, path: folder + skipped.path }];
  });
}

function listOf(json: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function toSkipped(item: unknown): SkippedFile | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const { path, reason, detail } = item as Record<string, unknown>;
  const known = [...reasons].find((one) => one === reason);
  const isUsable = typeof path === 'string' && typeof detail === 'string' && known !== undefined;
  if (!isUsable || !isPlain(path) || detail.length > maxDetailLength || hasControls(detail)) return undefined;
  return { path, reason: known, detail };
}

/** Relative, within the folder, and printable; a folder ends in `/`. */
function isPlain(path: string): boolean {
  const segments = path.replace(/\/$/, '').split('/');
  const isWithin = segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..');
  return isWithin && path.length <= maxPathLength && !hasControls(path);
}

function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
