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
  const readFile = async (): Promise<PathContent> => ({
    kind: 'file',
    file: await api.readFile(repositoryId, path, version),
  });
  const readFolder = async (): Promise<PathContent | null> => {
    const folder = await api.listFiles(repositoryId, path, version);
    return folder.entries.length > 0 || path === '' ? { kind: 'folder', folder } : null;
  };
  // Most files have an ending, most folders none: the likelier is asked for first.
  const ordered = /[^/]\.[^/]*$/.test(path) ? [readFile, readFolder] : [readFolder, readFile];
  let refusal: unknown;
  for (const read of ordered) {
    try {
      const content = await read();
      if (content !== null) return content;
    } catch (thrown) {
      if (!(thrown instanceof ProblemError) || thrown.problem.code !== 'file_not_found') throw thrown;
      refusal = thrown;
    }
  }
  throw refusal;
}
