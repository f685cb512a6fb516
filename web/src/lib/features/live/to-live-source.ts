/** Finds where the current state of an indexed repository is. Pure. */
import type { Repository } from '../../api.ts';
import type { LiveSource } from './live-thread.svelte.ts';

/** @returns undefined unless the repository comes from GitHub */
export function toLiveSource({ name, source }: Pick<Repository, 'name' | 'source'>): LiveSource | undefined {
  if (source.kind !== 'github' || source.url === null) return undefined;
  // The name is `owner/name`, followed by the folder if only that is indexed.
  const subdirectory = name.split('/').slice(2).join('/');
  return { source: source.url, ...(subdirectory === '' ? {} : { subdirectory }) };
}
