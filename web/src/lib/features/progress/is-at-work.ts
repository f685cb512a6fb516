/** Whether a repository is still on its way: worth watching until it is ready or has failed. */
import type { Repository } from '../../api.ts';

export function isAtWork(repository: Pick<Repository, 'status'>): boolean {
  return repository.status !== 'ready' && repository.status !== 'failed';
}
