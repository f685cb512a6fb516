/**
 * What differs between a state that is indexed and a commit of the same repository, and what stays of the former. Undefined where the
 * whole archive is the better way: too much has changed, the host does not tell, or something has that changes how others are read.
 */

import type { SkippedFile } from '../../core/file.ts';
import { AppError } from '../../core/errors.ts';
import type { SnapshotKey } from '../../core/repository.ts';
import type { HostedPlace } from '../../core/source.ts';
import { pathInRepository } from '../../ingestion/wrapper-folder.ts';
import type { HostAccess, HostedFile } from '../../ports/code-host.ts';
import { submodule, type KeptFiles } from './kept-files.ts';
import type { HostedInput } from './part-input.ts';
import type { Services } from '../services.ts';

/** Each is a call; an archive is one. Without a token there are sixty an hour, and a part that meets their end begins again. */
const mostChanged = 1_000;
const mostChangedWithoutToken = 20;
const mostShare = 0.3;
/** Files of attributes that are read; a repository with more is fetched whole. */
const mostAttributes = 4;
const attributesBytes = 100_000;
/** Then an archive does not hold the bytes git does: https://git-scm.com/docs/gitattributes. */
const changesArchives =
  /export-(?:ignore|subst)|\beol\b|\bcrlf\b|\bident\b|working-tree-encoding|\bfilter=lfs\b/;

export interface Changes {
  readonly kept: KeptFiles;
  readonly toRead: readonly HostedFile[];
  readonly submodules: readonly SkippedFile[];
}

export interface Since {
  readonly place: HostedPlace;
  readonly input: HostedInput;
  readonly base: SnapshotKey;
  readonly subdirectory: string | undefined;
  readonly access: HostAccess;
}

export async function changesSince(services: Services, since: Since): Promise<Changes | undefined> {
  const { place, input, access, subdirectory } = since;
  const { codeHost } = services.hosting;
  const head = await codeHost.tree(place, input.commit, access);
  if (!head.isWhole) return undefined;
  // Stored paths have their secrets masked: the host's comparison cannot be matched with them.
  if (head.files.some(({ path }) => services.secretScanner.maskPath(path) !== path)) return undefined;
  if (!(await areArchivesPlain(services, since, head.files))) return undefined;
  const changed = await changedPaths(services, since, head.files);
  if (changed === undefined) return undefined;
  const [files, { skipped }] = await Promise.all([
    services.chunkStore.listContents(since.base),
    services.chunkStore.coverage(since.base),
  ]);
  const isWithin = (path: string): boolean => pathInRepository(path, { subdirectory }) !== undefined;
  const own = new Set([...changed].filter(isWithin));
  const most = access.token === undefined ? mostChangedWithoutToken : mostChanged;
  if (own.size > most || own.size > mostShare * (files.length + skipped.length)) return undefined;
  const stays = ({ path }: { readonly path: string }): boolean => !own.has(path);
  const kept = { files: files.filter(stays), skipped: skipped.filter(stays) };
  const added = head.files.filter(({ path }) => own.has(path));
  // Where a link points to is told by the archive alone.
  if (added.some(({ kind }) => kind === 'symlink')) return undefined;
  // A state some of whose files are not told is no base: all the host has are either kept, left out or to be read.
  const told = new Set([...kept.files, ...kept.skipped, ...added].map(({ path }) => path));
  const wanted = head.files.filter(({ path }) => isWithin(path));
  if (told.size !== wanted.length || wanted.some(({ path }) => !told.has(path))) return undefined;
  return {
    kept,
    toRead: added.filter(({ kind }) => kind === 'file'),
    submodules: added.filter(({ kind }) => kind === 'submodule').map(({ path }) => submodule(path)),
  };
}

/** By the host's comparison where that is whole, else, or where it fails, by what both trees hold. */
async function changedPaths(
  { hosting: { codeHost } }: Services,
  { place, input, access }: Since,
  head: readonly HostedFile[],
): Promise<ReadonlySet<string> | undefined> {
  const base = input.base?.commit ?? '';
  try {
    const compared = await codeHost
      .compare(place, { base, head: input.commit }, access)
      .catch(unlessUnavailable);
    if (compared?.isWhole === true) return withoutRules(compared.files.map(({ path }) => path));
    const before = await codeHost.tree(place, base, access);
    if (!before.isWhole) return undefined;
    return withoutRules(differing(before.files, head));
  } catch (thrown) {
    // The host has forgotten the commit: it was pushed away, or never was there.
    const isUnknown = thrown instanceof AppError && /^(?:source|ref)_not_found$/.test(thrown.code);
    if (isUnknown) return undefined;
    throw thrown;
  }
}

/** A comparison that takes the host too long ends in a failure of its own, however often it is asked for; its trees do not. */
function unlessUnavailable(thrown: unknown): undefined {
  if (thrown instanceof AppError && thrown.code === 'host_unavailable') return undefined;
  throw thrown;
}

function differing(before: readonly HostedFile[], after: readonly HostedFile[]): string[] {
  const [old, now] = [before, after].map(
    (files) => new Map(files.map((file) => [file.path, `${file.kind} ${file.blob}`])),
  );
  const paths = new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])]);
  return [...paths].filter((path) => old?.get(path) !== now?.get(path));
}

const rules = /(?:^|\/)\.git(?:attributes|ignore|modules)$/;

/** Undefined where rules have changed that speak of other files. */
function withoutRules(paths: readonly string[]): ReadonlySet<string> | undefined {
  return paths.some((path) => rules.test(path)) ? undefined : new Set(paths);
}

async function areArchivesPlain(
  { hosting: { codeHost } }: Services,
  { place, input, access }: Since,
  files: readonly HostedFile[],
): Promise<boolean> {
  const attributes = files.filter(({ path }) => /(?:^|\/)\.gitattributes$/.test(path));
  if (attributes.length > mostAttributes) return false;
  for (const { path } of attributes) {
    const at = { commit: input.commit, path, maxBytes: attributesBytes };
    const bytes = await codeHost.file(place, at, access);
    if (bytes === undefined || changesArchives.test(new TextDecoder().decode(bytes))) return false;
  }
  return true;
}
