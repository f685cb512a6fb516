/** Finds the address of a source on the host of its repository, pinned to the commit. Pure. */
import type { Evidence, Repository } from '../../../api.ts';
import { isSpan } from './span-evidence.ts';

/** GitHub renders these formats without line anchors unless `plain=1` is set. */
const isRendered = /\.(?:md|mdx|markdown|rst|adoc|asciidoc|org|textile)$/i;

/** @returns undefined for a source that its host does not show, or not at a fixed commit */
export function findHostAddress(
  source: Repository['source'] | undefined,
  evidence: Evidence,
): string | undefined {
  const page = source?.kind === 'github' ? source.url : null;
  if (page === null || !(isSpan(evidence) || evidence.kind === 'commit')) return undefined;
  if (!/^[0-9a-f]{40}$/.test(evidence.commit)) return undefined;
  if (evidence.kind === 'commit') return `${page}/commit/${evidence.commit}`;
  const { path, startLine, endLine, commit } = evidence;
  const lines = startLine === endLine ? `L${startLine}` : `L${startLine}-L${endLine}`;
  const address = path.split('/').map(encodeURIComponent).join('/');
  return `${page}/blob/${commit}/${address}${isRendered.test(path) ? '?plain=1' : ''}#${lines}`;
}
