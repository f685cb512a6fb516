/**
 * The versions of a repository to browse, as lines of a menu: each leads to the same page of that version where the page is of a
 * version, else to its files. Nothing where there is no choice. Pure.
 */
import type { Version } from '../../api.ts';
import type { MenuItem } from '../../components/menu-item.ts';
import { shortCommit } from '../../format.ts';

type Listed = Pick<Version, 'ref' | 'snapshotId' | 'commit' | 'status' | 'isDefault'>;

export function versionItems(
  versions: readonly Listed[],
  at: {
    readonly repositoryId: string;
    /** The page that is shown. */
    readonly url: Pick<URL, 'pathname' | 'search'>;
    /** The snapshot it is of. */
    readonly shown: string | null;
  },
): readonly MenuItem[] {
  const readable = versions.filter(({ status }) => status === 'ready');
  if (readable.length < 2) return [];
  const home = `/r/${encodeURIComponent(at.repositoryId)}`;
  const below = at.url.pathname.slice(home.length).split('/')[1] ?? '';
  const isPinned = at.url.pathname.startsWith(`${home}/`) && ofVersion.has(below);
  return readable.map(({ ref, snapshotId, commit, isDefault }) => {
    const query = new URLSearchParams(isPinned ? at.url.search : '');
    query.delete('version');
    if (!isDefault) query.set('version', snapshotId);
    const path = isPinned ? at.url.pathname : `${home}/files`;
    return {
      label: `Version ${ref ?? shortCommit(commit)}`,
      detail: ref === null ? '' : shortCommit(commit),
      href: query.size === 0 ? path : `${path}?${query.toString()}`,
      checked: snapshotId === at.shown,
    };
  });
}

/** Pages whose address may name a version. */
const ofVersion: ReadonlySet<string> = new Set(['files', 'search', 'graph', 'history']);
