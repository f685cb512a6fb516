/**
 * What a path of the address is: a file to show or a folder to list. The server tells them apart; a path that is neither
 * is the server's refusal, passed on.
 */
import { api, ProblemError, type FileText, type FileTree } from '../../api.ts';
import type { FilePlace } from './file-address.ts';

export type PathContent =
  { readonly kind: 'file'; readonly file: FileText } | { readonly kind: 'folder'; readonly folder: FileTree };

export async function readPath({ repositoryId, version }: FilePlace, path: string): Promise<PathContent> {
  const readFile = async (): Promise<PathContent> => ({
    kind: 'file',
    file: await api.readFile(repositoryId, path, version),
  });
  const readFolder = async (): Promise<PathContent> => ({
    kind: 'folder',
    folder: await api.listFiles(repositoryId, path, version),
  });
  // Most files have an ending, most folders none: the likelier is asked for first.
  const isLikelyFile = /[^/]\.[^/]*$/.test(path);
  try {
    return await (isLikelyFile ? readFile() : readFolder());
  } catch (thrown) {
    const missing = thrown instanceof ProblemError && thrown.problem.code === 'file_not_found';
    if (!missing || path === '') throw thrown;
    return isLikelyFile ? readFolder() : readFile();
  }
}
