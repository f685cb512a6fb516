/**
 * Compares an indexed snapshot with a commit of the same repository. The result is undefined if fetching the whole archive is better:
 * too much has changed, the host's data is incomplete, or a changed file affects how other files are read.
 */

import type { SkippedFile } from '../../core/files/file.ts';
import { AppError } from '../../core/errors.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type { HostedLocation } from '../../core/repositories/source.ts';
import { toRepositoryPath } from '../../ingestion/source-files/wrapper-folder.ts';
import type { HostAccess, HostedFile } from '../../ports/code-host.ts';
import { skippedSubmodule, type CarriedOverFiles } from './file-source.ts';
import type { HostedInput } from './part-input.ts';
import type { Services } from '../services.ts';

/**
 * Maximum changed files. Each takes a call, while an archive takes one call. Without a token, GitHub allows 60 calls an hour, and a part
 * that exceeds this limit restarts.
 */
const maxChanged = 1_000;
const maxChangedWithoutToken = 20;
const maxChangedFraction = 0.3;
/** Maximum `.gitattributes` files that are read. A repository with more is fetched as an archive. */
const maxAttributeFiles = 4;
const maxAttributeBytes = 100_000;
/** Attributes with which an archive differs from git's own bytes: https://git-scm.com/docs/gitattributes. */
const changesArchives =
  /export-(?:ignore|subst)|\beol\b|\bcrlf\b|\bident\b|working-tree-encoding|\bfilter=lfs\b/;

export interface Changes {
  readonly carriedOver: CarriedOverFiles;
  readonly toRead: readonly HostedFile[];
  readonly submodules: readonly SkippedFile[];
}

export interface Comparison {
  readonly location: HostedLocation;
  readonly input: HostedInput;
  readonly base: SnapshotKey;
  readonly subdirectory: string | undefined;
  readonly access: HostAccess;
}

export async function changesSince(services: Services, comparison: Comparison): Promise<Changes | undefined> {
  const { location, input, access, subdirectory } = comparison;
  const { codeHost } = services.hosting;
  const head = await codeHost.tree(location, input.commit, access);
  if (!head.isWhole) return undefined;
  // Stored paths are masked, so they cannot be matched with the host's paths.
  if (head.files.some(({ path }) => services.secretScanner.maskPath(path) !== path)) return undefined;
  if (!(await areArchivesExact(services, comparison, head.files))) return undefined;
  const changed = await fetchChangedPaths(services, comparison, head.files);
  if (changed === undefined) return undefined;
  const [files, { skipped }] = await Promise.all([
    services.chunkStore.listContents(comparison.base),
    services.chunkStore.coverage(comparison.base),
  ]);
  const isWithin = (path: string): boolean => toRepositoryPath(path, { subdirectory }) !== undefined;
  const changedInScope = new Set([...changed].filter(isWithin));
  const limit = access.token === undefined ? maxChangedWithoutToken : maxChanged;
  const maxFiles = Math.min(limit, maxChangedFraction * (files.length + skipped.length));
  if (changedInScope.size > maxFiles) return undefined;
  const isUnchanged = ({ path }: { readonly path: string }): boolean => !changedInScope.has(path);
  const carriedOver = { files: files.filter(isUnchanged), skipped: skipped.filter(isUnchanged) };
  const added = head.files.filter(({ path }) => changedInScope.has(path));
  // Only the archive states the target of a symbolic link.
  if (added.some(({ kind }) => kind === 'symlink')) return undefined;
  // Every file on the host must be carried over, skipped or read. Otherwise the snapshot cannot be the base.
  const covered = new Set([...carriedOver.files, ...carriedOver.skipped, ...added].map(({ path }) => path));
  const expected = head.files.filter(({ path }) => isWithin(path));
  if (covered.size !== expected.length || expected.some(({ path }) => !covered.has(path))) return undefined;
  return {
    carriedOver,
    toRead: added.filter(({ kind }) => kind === 'file'),
    submodules: added.filter(({ kind }) => kind === 'submodule').map(({ path }) => skippedSubmodule(path)),
  };
}

/** Uses the host's comparison if it is complete. Otherwise, compares both trees. */
async function fetchChangedPaths(
  { hosting: { codeHost } }: Services,
  { location, input, access }: Comparison,
  head: readonly HostedFile[],
): Promise<ReadonlySet<string> | undefined> {
  const base = input.base?.commit ?? '';
  try {
    const compared = await codeHost
      .compare(location, { base, head: input.commit }, access)
      .catch(ignoreUnavailable);
    if (compared?.isWhole === true) return undefinedIfRulesChanged(compared.files.map(({ path }) => path));
    const before = await codeHost.tree(location, base, access);
    if (!before.isWhole) return undefined;
    return undefinedIfRulesChanged(findChangedPaths(before.files, head));
  } catch (thrown) {
    // The host no longer has the commit: a force push removed it, or it never existed there.
    const isUnknown = thrown instanceof AppError && /^(?:source|ref)_not_found$/.test(thrown.code);
    if (isUnknown) return undefined;
    throw thrown;
  }
}

/** Ignores that the host is unavailable: a comparison that times out fails on every attempt, while the trees can be read. */
function ignoreUnavailable(thrown: unknown): undefined {
  if (thrown instanceof AppError && thrown.code === 'host_unavailable') return undefined;
  throw thrown;
}

function findChangedPaths(before: readonly HostedFile[], after: readonly HostedFile[]): string[] {
  const [older, newer] = [before, after].map(
    (files) => new Map(files.map((file) => [file.path, `${file.kind} ${file.blob}`])),
  );
  const paths = new Set([...(older?.keys() ?? []), ...(newer?.keys() ?? [])]);
  return [...paths].filter((path) => older?.get(path) !== newer?.get(path));
}

const ruleFiles = /(?:^|\/)\.git(?:attributes|ignore|modules)$/;

/** @returns undefined if a changed file contains rules for other files */
function undefinedIfRulesChanged(paths: readonly string[]): ReadonlySet<string> | undefined {
  return paths.some((path) => ruleFiles.test(path)) ? undefined : new Set(paths);
}

/** Whether archives of the commit contain exactly git's bytes. */
async function areArchivesExact(
  { hosting: { codeHost } }: Services,
  { location, input, access }: Comparison,
  files: readonly HostedFile[],
): Promise<boolean> {
  const attributes = files.filter(({ path }) => /(?:^|\/)\.gitattributes$/.test(path));
  if (attributes.length > maxAttributeFiles) return false;
  for (const { path } of attributes) {
    const file = { commit: input.commit, path, maxBytes: maxAttributeBytes };
    const bytes = await codeHost.file(location, file, access);
    if (bytes === undefined || changesArchives.test(new TextDecoder().decode(bytes))) return false;
  }
  return true;
}
