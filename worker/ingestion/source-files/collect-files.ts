/**
 * Splits a source's entries into files to index and skipped files with their reasons. Paths retain the
 * source's wrapper folder; the last item contains that folder's name.
 *
 * The wrapper is known only at the end. Path filters do not need it, because they match segments at any
 * depth. Ignore patterns and the subdirectory are relative to the repository: if either is set, the
 * entries are listed once before they are read, so an archive is unpacked twice.
 */

import type { SkippedFile, SourceFile } from '../../core/files/file.ts';
import type { Settings } from '../../core/settings.ts';
import { countLines, decodeText } from '../../core/text/decode-text.ts';
import type { RepositorySource, SourceEntry } from '../../ports/repository-source.ts';
import { filterContent } from './content-filters.ts';
import { isSkippedFilesReport, readSkippedFilesReport } from './skipped-files-report.ts';
import { filterPath, type Skip } from './path-filters.ts';
import { requireWithinCaps } from './require-within-caps.ts';
import {
  toRepositoryPath,
  stripWrapper,
  detectWrapperFolder,
  type RepositoryLocation,
} from './wrapper-folder.ts';

export interface CollectOptions {
  readonly settings: Pick<Settings, 'ignore' | 'limits'>;
  /** The first pattern of `settings.ignore` that matches a path of the repository. */
  readonly ignoreMatches: (path: string) => string | undefined;
  readonly subdirectory: string | undefined;
  /** Masks secrets in a path before anything else sees it. */
  readonly maskPath: (path: string) => string;
  /** Whether a single top folder may be a wrapper; false if the source emits the repository's own paths. */
  readonly mayHaveWrapper?: boolean;
}

/** Totals; `files` and `lines` count the accepted files. */
export interface Collection {
  readonly wrapper: string | undefined;
  readonly files: number;
  readonly lines: number;
}

type CollectedEntry =
  { readonly file: SourceFile } | { readonly skipped: SkippedFile } | { readonly collection: Collection };

/**
 * Yields a file or a skipped file per entry, then the `collection`. Entries outside the subdirectory are
 * omitted. Empty files are accepted, because they belong to the tree. If several entries have the same path,
 * the first one is used.
 * @throws AppError `over_limit` after all entries are counted, and the source's errors.
 */
export async function* collectFiles(
  original: RepositorySource,
  options: CollectOptions,
): AsyncGenerator<CollectedEntry> {
  const source = withMaskedPaths(original, options.maskPath);
  const { limits } = options.settings;
  const needsWrapper =
    options.mayHaveWrapper !== false &&
    (options.subdirectory !== undefined || options.settings.ignore.length > 0);
  const location: RepositoryLocation = {
    subdirectory: options.subdirectory,
    wrapper: needsWrapper ? await findWrapper(source) : undefined,
  };
  const topFolders = createTopFolderTracker();
  const accepted: { path: string; lines: number }[] = [];
  let lines = 0;
  for await (const { path, outcome } of examineEntries(source, { ...options, location, topFolders })) {
    if ('reason' in outcome) {
      yield { skipped: { path, reason: outcome.reason, detail: outcome.detail } };
      continue;
    }
    accepted.push({ path, lines: outcome.lines });
    lines += outcome.lines;
    // Over a cap, the remaining files are only counted for the error message.
    if (accepted.length <= limits.maxFiles && lines <= limits.maxLines)
      yield { file: { path, bytes: outcome.bytes } };
  }
  const collection: Collection = {
    wrapper: options.mayHaveWrapper === false ? undefined : topFolders.wrapper(),
    files: accepted.length,
    lines,
  };
  requireWithinCaps(
    accepted.map((file) => ({ ...file, path: stripWrapper(file.path, collection.wrapper) })),
    limits,
  );
  yield { collection };
}

interface AcceptedFile {
  readonly bytes: Uint8Array;
  readonly lines: number;
}

const duplicateEntry: Skip = {
  reason: 'special-entry',
  detail: 'duplicate path; the first entry is indexed',
};

interface ExamineOptions extends CollectOptions {
  readonly location: RepositoryLocation;
  readonly topFolders: ReturnType<typeof createTopFolderTracker>;
}

/**
 * Yields each path once with its outcome, in the source's order. Folders and entries outside the
 * subdirectory are omitted. Files that the uploader reports as not packed come last.
 */
async function* examineEntries(
  source: RepositorySource,
  { location, topFolders, ...options }: ExamineOptions,
): AsyncGenerator<{ path: string; outcome: AcceptedFile | Skip }> {
  const listedAs = new Map<string, 'file' | 'skipped'>();
  const reportedFiles: SkippedFile[] = [];
  for await (const entry of source.entries()) {
    if (entry.kind === 'directory') continue;
    topFolders.add(entry.path);
    if (isSkippedFilesReport(entry)) {
      const reported = await readSkippedFilesReport(entry);
      reportedFiles.push(...reported.map((file) => ({ ...file, path: options.maskPath(file.path) })));
      continue;
    }
    const path = toRepositoryPath(entry.path, location);
    const listed = listedAs.get(entry.path);
    // Each path is listed once, even if several entries share it.
    if (path === undefined || listed === 'skipped') continue;
    const outcome =
      listed === 'file'
        ? duplicateEntry
        : await examineEntry(entry, checkIgnorePatterns(path, options), options.settings.limits.maxFileBytes);
    listedAs.set(entry.path, 'reason' in outcome ? 'skipped' : 'file');
    yield { path: entry.path, outcome };
  }
  for (const { path, ...outcome } of reportedFiles) {
    if (listedAs.has(path) || toRepositoryPath(path, location) === undefined) continue;
    listedAs.set(path, 'skipped');
    yield { path, outcome };
  }
}

function checkIgnorePatterns(path: string, { ignoreMatches }: CollectOptions): Skip | undefined {
  const pattern = ignoreMatches(path);
  return pattern === undefined
    ? undefined
    : { reason: 'ignored', detail: `matches the ignore pattern ${pattern}` };
}

/** Runs the checks that need no content first, because an unread entry costs little. */
async function examineEntry(
  entry: SourceEntry,
  ignored: Skip | undefined,
  maxFileBytes: number,
): Promise<AcceptedFile | Skip> {
  const special = filterKind(entry);
  if (special !== undefined) return special;
  const skip = ignored ?? filterPath(entry.path);
  if (skip !== undefined) return withSize(skip, entry);
  const bytes = entry.size > maxFileBytes ? undefined : await entry.read(maxFileBytes);
  if (bytes === undefined) {
    return {
      reason: 'too-large',
      detail: `${formatSize(entry.size)}, over the limit of ${formatSize(maxFileBytes)}`,
    };
  }
  const text = decodeText(bytes)?.text;
  const content = filterContent(entry.path, bytes, text);
  return content === undefined ? { bytes, lines: countLines(text ?? '') } : withSize(content, entry);
}

function withSize(skip: Skip, { size }: SourceEntry): Skip {
  return { ...skip, detail: `${skip.detail}, ${formatSize(size)}` };
}

function filterKind({ kind, linkTarget, specialKind }: SourceEntry): Skip | undefined {
  if (kind === 'symlink')
    return { reason: 'symlink', detail: `points to ${linkTarget ?? 'a path that cannot be read'}` };
  if (kind !== 'special') return undefined;
  const target = linkTarget === undefined ? '' : ` to ${linkTarget}`;
  return { reason: 'special-entry', detail: `${specialKind ?? 'neither a file nor a folder'}${target}` };
}

async function findWrapper(source: RepositorySource): Promise<string | undefined> {
  const topFolders = createTopFolderTracker();
  for await (const { kind, path } of source.entries()) if (kind !== 'directory') topFolders.add(path);
  return topFolders.wrapper();
}

function withMaskedPaths(source: RepositorySource, maskPath: (path: string) => string): RepositorySource {
  return {
    commit: () => source.commit(),
    async *entries() {
      for await (const entry of source.entries()) {
        const linkTarget = entry.linkTarget === undefined ? undefined : maskPath(entry.linkTarget);
        yield { ...entry, path: maskPath(entry.path), linkTarget, read: (maxBytes) => entry.read(maxBytes) };
      }
    },
  };
}

function createTopFolderTracker() {
  const firstSegments = new Set<string>();
  let hasRootFile = false;
  return {
    add(path: string) {
      const slash = path.indexOf('/');
      if (slash === -1) hasRootFile = true;
      else firstSegments.add(path.slice(0, slash));
    },
    wrapper: () => detectWrapperFolder(firstSegments, hasRootFile),
  };
}

function formatSize(bytes: number): string {
  return bytes < 1_000_000 ? `${bytes.toLocaleString('en')} bytes` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
