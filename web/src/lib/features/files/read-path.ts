/**
 * What a path of the address is: a file to show or a folder to list. The server tells them apart; a path that is neither
 * is the server's refusal, passed on.
 */
import { api, ProblemError, type FileText, type FileTree } from '../../api.ts';

export type PathContent =
  { readonly kind: 'file'; readonly file: FileText } | { readonly kind: 'folder'; readonly folder: FileTree };

export async function readPath(
  repositoryId: string,
  path: string,
  version: string | undefined,
): Promise<PathContent> {
  if (path === '') return { kind: 'folder', folder: await api.listFiles(repositoryId, path, version) };
  try {
    return { kind: 'file', file: await api.readFile(repositoryId, path, version) };
  } catch (thrown) {
    if (!(thrown instanceof ProblemError) || thrown.problem.code !== 'file_not_found') throw thrown;
    const folder = await api.listFiles(repositoryId, path, version).catch(() => null);
    if (folder === null || folder.entries.length === 0) throw thrown;
    return { kind: 'folder', folder };
  }
}
