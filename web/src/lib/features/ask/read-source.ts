/** The file of a source: as it was when the answer was written, or as it is now where that state is no longer held. */
import { api, ProblemError, type FileText } from '../../api.ts';

export async function readSource(
  repositoryId: string,
  path: string,
  snapshotId: string | undefined,
): Promise<FileText> {
  try {
    return await api.readFile(repositoryId, path, snapshotId);
  } catch (thrown) {
    const isGone = thrown instanceof ProblemError && thrown.problem.code === 'version_not_found';
    if (!isGone || snapshotId === undefined) throw thrown;
    return api.readFile(repositoryId, path);
  }
}
