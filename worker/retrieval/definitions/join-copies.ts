/** Joins definitions with the same text: a source stands for its build outputs, translations and copies in examples. */

import type { FileRole } from '../../core/files/file.ts';
import type { DefinitionCandidate } from './definition-features.ts';
import { isBuildOutput } from './is-build-output.ts';

/** A shorter text, such as an empty constructor, is the same by chance. */
const minTerms = 12;

const rolePreference = {
  source: 0,
  docs: 1,
  config: 2,
  example: 3,
  test: 4,
  translation: 5,
} as const satisfies Record<FileRole, number>;

/** @returns one candidate for each text, in the order of the first one */
export function joinCopies(candidates: readonly DefinitionCandidate[]): readonly DefinitionCandidate[] {
  const groups = new Map<string, DefinitionCandidate[]>();
  for (const candidate of candidates) {
    const { profile, definition } = candidate;
    const key = profile.body.total < minTerms ? definition.id : profile.lines.flat().join(' ');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [candidate]);
    else group.push(candidate);
  }
  return [...groups.values()].flatMap((group) => {
    const [best] = group.length === 1 ? group : group.toSorted(compareOriginality);
    return best === undefined ? [] : [{ ...best, copies: group.length - 1 }];
  });
}

/** Sources before build outputs, other roles last; then the shorter path. */
function compareOriginality(one: DefinitionCandidate, other: DefinitionCandidate): number {
  const [first, second] = [originality(one), originality(other)];
  for (const [index, value] of first.entries()) {
    const difference = value - (second[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.definition.path < other.definition.path ? -1 : 1;
}

function originality({ definition: { path, role } }: DefinitionCandidate): readonly number[] {
  return [isBuildOutput(path) ? 1 : 0, rolePreference[role], path.split('/').length, path.length];
}
