/** Determines which repositories share stored content. Sharing is observable: storing known content takes fewer rows and less time. */

import { isOpenToEveryone, type Repository } from './repository.ts';

/** Returns the scope in which a repository's content is stored once: '' if everyone may read the repository, otherwise its owner's id. */
export function contentScopeOf(repository: Pick<Repository, 'owner' | 'visibility' | 'access'>): string {
  return isOpenToEveryone(repository) ? '' : repository.owner;
}

/** Returns the scope of a repository whose state on its host was just read, and may differ from the recorded state. */
export function hostedContentScope(
  { owner, visibility }: Pick<Repository, 'owner' | 'visibility'>,
  isPrivate: boolean,
): string {
  return isPrivate ? owner : contentScopeOf({ owner, visibility, access: undefined });
}
