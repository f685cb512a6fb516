/**
 * Resolves a path in the address to a file, a folder or a problem. For a skipped file the problem includes the reason.
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
  // Most files have an extension and most folders have none, so the more likely kind is requested first.
  const isLikelyFile = /[^/]\.[^/]*$/.test(path);
  try {
    return await (isLikelyFile ? readFile() : readFolder());
  } catch (thrown) {
    const missing = thrown instanceof ProblemError && thrown.problem.code === 'file_not_found';
    if (!missing || path === '') throw thrown;
    return isLikelyFile ? readFolder() : readFile();
  }
}

/** The skipped file, or its folder if the whole folder was skipped. */
async function readLeftOut({ repositoryId, version }: FilePlace, path: string): Promise<LeftOut | null> {
  const coverage = await api.coverage(repositoryId, version).catch(() => null);
  const skipped = coverage?.skipped.find((file) => file.path === path || path.startsWith(`${file.path}/`));
  return skipped === undefined ? null : { reason: skipped.reason, detail: skipped.detail };
}
