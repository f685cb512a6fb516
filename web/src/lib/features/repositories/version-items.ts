/**
 * The menu items for the versions of a repository. Each links to the current page in that version, or to its files if the
 * page has no versions. The list is empty if there is only one version. Pure.
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
    /** The version of the page: an id, a branch or tag. */
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
    // The ask page has already sent this question.
    if (below === '') query.delete('q');
    // A conversation keeps its version until another is named.
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
