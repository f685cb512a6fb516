/**
 * The versions of a repository to browse and to ask, as lines of a menu: each leads to the same page of that version where the page
 * is of a version, else to its files. Nothing where there is no choice. Pure.
 */
import type { Version } from '../../api.ts';
import type { MenuItem } from '../../components/menu-item.ts';
import { shortCommit } from '../../format.ts';
import { findVersion } from './find-version.ts';

type Listed = Pick<Version, 'ref' | 'snapshotId' | 'commit' | 'status' | 'isDefault'>;

export function versionItems(
  versions: readonly Listed[],
  at: {
    readonly repositoryId: string;
    /** The page that is shown. */
    readonly url: Pick<URL, 'pathname' | 'search'>;
    /** The version it is of: an id, a branch or tag. */
    readonly shown: string | null;
  },
): readonly MenuItem[] {
  const readable = versions.filter(({ status }) => status === 'ready');
  if (readable.length < 2) return [];
  const home = `/r/${encodeURIComponent(at.repositoryId)}`;
  const below = at.url.pathname.slice(home.length).split('/')[1] ?? '';
  const isPinned =
    at.url.pathname === home || (at.url.pathname.startsWith(`${home}/`) && ofVersion.has(below));
  const shown = at.shown === null ? undefined : findVersion(readable, at.shown);
  return readable.map(({ ref, snapshotId, commit, isDefault }) => {
    const query = new URLSearchParams(isPinned ? at.url.search : '');
    query.delete('version');
    // On the page to ask on it has been asked.
    if (below === '') query.delete('q');
    // A conversation keeps the version it was asked of, until another is named.
    if (!isDefault || below === 'c') query.set('version', snapshotId);
    const path = isPinned ? at.url.pathname : `${home}/files`;
    return {
      label: `Version ${ref ?? shortCommit(commit)}`,
      detail: ref === null ? '' : shortCommit(commit),
      href: query.size === 0 ? path : `${path}?${query.toString()}`,
      checked: snapshotId === shown?.snapshotId,
    };
  });
}

/** Pages whose address may name a version. */
const ofVersion: ReadonlySet<string> = new Set(['c', 'files', 'search', 'graph', 'history']);
