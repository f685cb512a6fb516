/**
 * The list entries for the versions of a repository. Each links to the current page in that version, or to the version's files if
 * the page does not depend on the version. The list is empty if there is only one version.
 */
import type { Version } from '../../api.ts';
import { shortCommit } from '../../format.ts';
import { findVersion } from './find-version.ts';

type ListedVersion = Pick<Version, 'ref' | 'snapshotId' | 'commit' | 'status' | 'isDefault'>;

interface VersionItem {
  readonly label: string;
  readonly detail: string;
  readonly href: string;
  /** The page shows this version. */
  readonly checked: boolean;
}

export function versionItems(
  versions: readonly ListedVersion[],
  page: {
    readonly repositoryId: string;
    readonly url: Pick<URL, 'pathname' | 'search'>;
    /** The version of the page: an id, a branch or tag. */
    readonly reference: string | null;
  },
): readonly VersionItem[] {
  const readyVersions = versions.filter(({ status }) => status === 'ready');
  if (readyVersions.length < 2) return [];
  const home = `/r/${encodeURIComponent(page.repositoryId)}`;
  const { pathname, search } = page.url;
  const folder = pathname.slice(home.length).split('/')[1] ?? '';
  const isVersioned = pathname === home || (pathname.startsWith(`${home}/`) && versionedFolders.has(folder));
  const currentVersion = page.reference === null ? undefined : findVersion(readyVersions, page.reference);
  return readyVersions.map(({ ref, snapshotId, commit, isDefault }) => {
    const query = new URLSearchParams(isVersioned ? search : '');
    query.delete('version');
    // The ask page has already sent this question.
    if (folder === '') query.delete('q');
    // A conversation keeps its version unless the address contains another.
    if (!isDefault || folder === 'c') query.set('version', snapshotId);
    const path = isVersioned ? pathname : `${home}/files`;
    return {
      label: `Version ${ref ?? shortCommit(commit)}`,
      detail: ref === null ? '' : shortCommit(commit),
      href: query.size === 0 ? path : `${path}?${query.toString()}`,
      checked: snapshotId === currentVersion?.snapshotId,
    };
  });
}

/** The pages whose address may contain a version. */
const versionedFolders: ReadonlySet<string> = new Set(['c', 'files', 'search', 'graph', 'history']);
