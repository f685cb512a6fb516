/** Loads the file or folder at a path. If that fails, it returns the problem, with the reason if the file was skipped. */
import { api, ProblemError, type FileText, type FileTree, type Problem } from '../../api.ts';
import type { FilePlace } from './file-address.ts';

export interface SkippedPath {
  readonly reason: string;
  readonly detail: string;
}

type PathContent =
  | { readonly kind: 'file'; readonly file: FileText }
  | { readonly kind: 'folder'; readonly folder: FileTree }
  | { readonly kind: 'problem'; readonly problem: Problem; readonly skipped: SkippedPath | null };

export async function readPath(place: FilePlace, path: string): Promise<PathContent> {
  try {
    return await readFileOrFolder(place, path);
  } catch (thrown) {
    if (!(thrown instanceof ProblemError)) throw thrown;
    const { problem } = thrown;
    const skipped = problem.code === 'file_not_found' ? await findSkipped(place, path) : null;
    return { kind: 'problem', problem, skipped };
  }
}

async function readFileOrFolder({ repositoryId, version }: FilePlace, path: string): Promise<PathContent> {
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
    const isMissing = thrown instanceof ProblemError && thrown.problem.code === 'file_not_found';
    if (!isMissing || path === '') throw thrown;
    return isLikelyFile ? readFolder() : readFile();
  }
}

/** Finds the skipped file, or the skipped folder that contains it. */
async function findSkipped({ repositoryId, version }: FilePlace, path: string): Promise<SkippedPath | null> {
  const coverage = await api.coverage(repositoryId, version).catch(() => null);
  const skipped = coverage?.skipped.find((file) => file.path === path || path.startsWith(`${file.path}/`));
  return skipped === undefined ? null : { reason: skipped.reason, detail: skipped.detail };
}
