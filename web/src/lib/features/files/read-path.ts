/**
 * What a path of the address is: a file to show, a folder to list, or neither, with the reason: the server's refusal, and
 * of a file that was left out of the index why it was.
 */
import { api, ProblemError, type FileText, type FileTree, type Problem } from '../../api.ts';
import type { FilePlace } from './file-address.ts';

export interface LeftOut {
  readonly reason: string;
  readonly detail: string;
}

type PathContent =
  | { readonly kind: 'file'; readonly file: FileText }
  | { readonly kind: 'folder'; readonly folder: FileTree }
  | { readonly kind: 'refused'; readonly problem: Problem; readonly leftOut: LeftOut | null };

export async function readPath(place: FilePlace, path: string): Promise<PathContent> {
  try {
    return await readKnown(place, path);
  } catch (thrown) {
    if (!(thrown instanceof ProblemError)) throw thrown;
    const { problem } = thrown;
    const leftOut = problem.code === 'file_not_found' ? await readLeftOut(place, path) : null;
    return { kind: 'refused', problem, leftOut };
  }
}

async function readKnown({ repositoryId, version }: FilePlace, path: string): Promise<PathContent> {
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

/** Of a file, or of the folder it would lie in when that was left out as a whole. */
async function readLeftOut({ repositoryId, version }: FilePlace, path: string): Promise<LeftOut | null> {
  const coverage = await api.coverage(repositoryId, version).catch(() => null);
  const skipped = coverage?.skipped.find((file) => file.path === path || path.startsWith(`${file.path}/`));
  return skipped === undefined ? null : { reason: skipped.reason, detail: skipped.detail };
}
