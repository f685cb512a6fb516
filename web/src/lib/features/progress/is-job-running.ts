/** Whether a job still runs for this repository. */
import type { Repository } from '../../api.ts';

export function isJobRunning(repository: Pick<Repository, 'status'>): boolean {
  return repository.status !== 'ready' && repository.status !== 'failed';
}
