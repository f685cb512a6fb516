/**
 * Caches profiles by content, because questions about a repository describe the same definitions. A profile depends only on the lines of a file
 * with this hash, so it never goes stale, and it contains no text.
 */

import type { WordVectors } from '../../ports/embedder.ts';
import type { Definition } from './definition.ts';
import { profileDefinition, type DefinitionProfile } from './profile-definition.ts';

/** Maximum terms in all cached profiles: about 12 MB at 40 bytes each. */
const maxTerms = 300_000;

type ProfileCache = (
  definition: Definition,
  readLines: () => readonly string[],
  wordVectors: WordVectors,
) => DefinitionProfile;

export function createProfileCache(limit = maxTerms): ProfileCache {
  /** Least recently used first. */
  const profiles = new Map<string, DefinitionProfile>();
  let terms = 0;
  return (definition, readLines, wordVectors) => {
    const key = `${definition.fileHash} ${definition.path} ${definition.startLine} ${definition.ownEndLine} ${definition.qualifiedName}`;
    const known = profiles.get(key);
    if (known !== undefined) {
      profiles.delete(key);
      profiles.set(key, known);
      return known;
    }
    const profile = profileDefinition(definition, readLines(), wordVectors);
    profiles.set(key, profile);
    terms += countProfile(profile);
    for (const [oldest, dropped] of profiles) {
      if (terms <= limit) break;
      profiles.delete(oldest);
      terms -= countProfile(dropped);
    }
    return profile;
  };
}

function countProfile({ body, description, pieces }: DefinitionProfile): number {
  return body.total + description.total + pieces.body.rows.length + 40;
}
