/**
 * Reads the JSON file in which a client reports the files it did not pack, so that they appear among the
 * skipped files. The report is untrusted input, so its size is limited, and paths outside the uploaded folder
 * are dropped.
 */

import type { SkippedFile, SkipReason } from '../../core/files/file.ts';
import type { SourceEntry } from '../../ports/repository-source.ts';

/** Name of the report at the top of the repository or of its wrapper. The CLI writes it under the same name. */
const reportName = '.wherefore-left-out.json';
const maxBytes = 1_000_000;
const maxItems = 10_000;
const maxPathLength = 1_000;
const maxDetailLength = 300;

/** The reasons for which a client can skip a file. */
const reasons: ReadonlySet<SkipReason> = new Set(['ignored', 'vendored', 'unreadable', 'special-entry']);

export function isSkippedFilesReport({ kind, path }: SourceEntry): boolean {
  return kind === 'file' && /^(?:[^/]+\/)?[^/]+$/.test(path) && path.split('/').at(-1) === reportName;
}

/**
 * Returns the reported files with paths as in the archive, without invalid items. An unreadable report is
 * itself returned as a skipped file.
 */
export async function readSkippedFilesReport(entry: SourceEntry): Promise<readonly SkippedFile[]> {
  const bytes = entry.size > maxBytes ? undefined : await entry.read(maxBytes);
  const items = bytes === undefined ? undefined : parseArray(new TextDecoder().decode(bytes));
  if (items === undefined)
    return [{ path: entry.path, reason: 'special-entry', detail: 'unreadable report of skipped files' }];
  const folder = entry.path.slice(0, entry.path.length - reportName.length);
  return items.slice(0, maxItems).flatMap((item) => {
    const skipped = toSkippedFile(item);
    return skipped === undefined ? [] : [{ ...skipped, path: folder + skipped.path }];
  });
}

function parseArray(json: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function toSkippedFile(item: unknown): SkippedFile | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const { path, reason, detail } = item as Record<string, unknown>;
  const knownReason = [...reasons].find((candidate) => candidate === reason);
  const isUsable = typeof path === 'string' && typeof detail === 'string' && knownReason !== undefined;
  if (!isUsable || !isValidPath(path) || detail.length > maxDetailLength || hasControlCharacters(detail))
    return undefined;
  return { path, reason: knownReason, detail };
}

/** Whether the path is relative, within the folder and printable. A folder ends in `/`. */
function isValidPath(path: string): boolean {
  const segments = path.replace(/\/$/, '').split('/');
  const isWithin = segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..');
  return isWithin && path.length <= maxPathLength && !hasControlCharacters(path);
}

function hasControlCharacters(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
