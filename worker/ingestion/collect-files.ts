/**
 * The entries of a source in, the files to index out, and every other entry that is no folder with the reason it is left
 * out. Paths come out as the source writes them, under its wrapper folder if it has one; the last item says which.
 *
 * The wrapper is known only at the end. No filter but two needs it: rules about paths look at segments, which stand
 * where they stand under any wrapper. Ignore patterns and the subdirectory are relative to the repository; when either is
 * given, the entries are listed once before they are read, which for an archive costs its unpacking a second time.
 */

import type { SkippedFile, SourceFile } from '../core/file.ts';
import type { Settings } from '../core/settings.ts';
import { countLines, decodeText } from '../core/text.ts';
import type { RepositorySource, SourceEntry } from '../ports/repository-source.ts';
import { filterContent } from './content-filters.ts';
import { isLeftOutReport, readLeftOut } from './left-out.ts';
import { filterPath, type Skip } from './path-filters.ts';
import { requireWithinCaps } from './require-within-caps.ts';
import { pathInRepository, stripWrapper, wrapperFolder, type PathPlace } from './wrapper-folder.ts';

export interface CollectOptions {
  readonly settings: Pick<Settings, 'ignore' | 'limits'>;
  /** The first of `settings.ignore` that a path of the repository matches. */
  readonly ignoreMatches: (path: string) => string | undefined;
  readonly subdirectory: string | undefined;
  /** The path an entry is known under: secrets in names are masked before anything else sees them. */
  readonly maskPath: (path: string) => string;
  /** Whether a single top folder may be a wrapper; not where the source tells the repository's own paths. */
  readonly mayWrap?: boolean;
}

/** How the whole turned out. `files` and `lines` are of what is kept. */
export interface Collection {
  readonly wrapper: string | undefined;
  readonly files: number;
  readonly lines: number;
}

type Collected =
  { readonly file: SourceFile } | { readonly skipped: SkippedFile } | { readonly collection: Collection };

/**
 * Yields a file or a skipped one per entry, what lies outside the subdirectory left out, and the `collection` last. An
 * empty file is kept: it belongs to the tree. Of entries with one path the first counts.
 * @throws AppError `over_limit` once all is counted, and what the source throws.
 */
export async function* collectFiles(
  original: RepositorySource,
  options: CollectOptions,
): AsyncGenerator<Collected> {
  const source = withMaskedPaths(original, options.maskPath);
  const { limits } = options.settings;
  const needsWrapper =
    options.mayWrap !== false && (options.subdirectory !== undefined || options.settings.ignore.length > 0);
  const place: PathPlace = {
    subdirectory: options.subdirectory,
    wrapper: needsWrapper ? await findWrapper(source) : undefined,
  };
  const top = topOfSource();
  const kept: { path: string; lines: number }[] = [];
  let lines = 0;
  for await (const { path, found } of examineEntries(source, { ...options, place, top })) {
    if ('reason' in found) {
      yield { skipped: { path, reason: found.reason, detail: found.detail } };
      continue;
    }
    kept.push({ path, lines: found.lines });
    lines += found.lines;
    // Once over a cap the rest is only counted, for the message.
    if (kept.length <= limits.maxFiles && lines <= limits.maxLines)
      yield { file: { path, bytes: found.bytes } };
  }
  const collection: Collection = {
    wrapper: options.mayWrap === false ? undefined : top.wrapper(),
    files: kept.length,
    lines,
  };
  requireWithinCaps(
    kept.map((file) => ({ ...file, path: stripWrapper(file.path, collection.wrapper) })),
    limits,
  );
  yield { collection };
}

interface Kept {
  readonly bytes: Uint8Array;
  readonly lines: number;
}

const duplicate: Skip = {
  reason: 'special-entry',
  detail: 'a second entry with this path; the first is indexed',
};

interface ExamineOptions extends CollectOptions {
  readonly place: PathPlace;
  readonly top: ReturnType<typeof topOfSource>;
}

/**
 * Each path once, in the source's order, with what became of it; folders and what lies outside are left out. What the uploader says
 * was not packed comes last.
 */
async function* examineEntries(
  source: RepositorySource,
  { place, top, ...options }: ExamineOptions,
): AsyncGenerator<{ path: string; found: Kept | Skip }> {
  const listedAs = new Map<string, 'file' | 'skipped'>();
  const notPacked: SkippedFile[] = [];
  for await (const entry of source.entries()) {
    if (entry.kind === 'directory') continue;
    top.add(entry.path);
    if (isLeftOutReport(entry)) {
      const reported = await readLeftOut(entry);
      notPacked.push(...reported.map((file) => ({ ...file, path: options.maskPath(file.path) })));
      continue;
    }
    const path = pathInRepository(entry.path, place);
    const listed = listedAs.get(entry.path);
    // One line for a path, however many entries bear it.
    if (path === undefined || listed === 'skipped') continue;
    const found =
      listed === 'file'
        ? duplicate
        : await examine(entry, ignoredBy(path, options), options.settings.limits.maxFileBytes);
    listedAs.set(entry.path, 'reason' in found ? 'skipped' : 'file');
    yield { path: entry.path, found };
  }
  for (const { path, ...found } of notPacked) {
    if (listedAs.has(path) || pathInRepository(path, place) === undefined) continue;
    listedAs.set(path, 'skipped');
    yield { path, found };
  }
}

function ignoredBy(path: string, { ignoreMatches }: CollectOptions): Skip | undefined {
  const pattern = ignoreMatches(path);
  return pattern === undefined
    ? undefined
    : { reason: 'ignored', detail: `matches the ignore pattern ${pattern}` };
}

/** What needs no content first: an entry that is not read costs little. */
async function examine(
  entry: SourceEntry,
  ignored: Skip | undefined,
  maxFileBytes: number,
): Promise<Kept | Skip> {
  const skip = filterKind(entry) ?? ignored ?? filterPath(entry.path);
  if (skip !== undefined) return skip;
  const bytes = entry.size > maxFileBytes ? undefined : await entry.read(maxFileBytes);
  if (bytes === undefined) {
    return {
      reason: 'too-large',
      detail: `${megabytes(entry.size)}, over the limit of ${megabytes(maxFileBytes)}`,
    };
  }
  const text = decodeText(bytes)?.text;
  return filterContent(entry.path, bytes, text) ?? { bytes, lines: countLines(text ?? '') };
}

function filterKind({ kind, linkTarget, specialKind }: SourceEntry): Skip | undefined {
  if (kind === 'symlink')
    return { reason: 'symlink', detail: `points to ${linkTarget ?? 'a path that cannot be read'}` };
  if (kind !== 'special') return undefined;
  const target = linkTarget === undefined ? '' : ` to ${linkTarget}`;
  return { reason: 'special-entry', detail: `${specialKind ?? 'neither file nor folder'}${target}` };
}

async function findWrapper(source: RepositorySource): Promise<string | undefined> {
  const top = topOfSource();
  for await (const { kind, path } of source.entries()) if (kind !== 'directory') top.add(path);
  return top.wrapper();
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

function topOfSource() {
  const firstSegments = new Set<string>();
  let hasRootFile = false;
  return {
    add(path: string) {
      const slash = path.indexOf('/');
      if (slash === -1) hasRootFile = true;
      else firstSegments.add(path.slice(0, slash));
    },
    wrapper: () => wrapperFolder(firstSegments, hasRootFile),
  };
}

function megabytes(bytes: number): string {
  return bytes < 1_000_000 ? `${bytes.toLocaleString('en')} bytes` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
