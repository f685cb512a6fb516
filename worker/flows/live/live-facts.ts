/** Reports how much of a repository a live answer has read, as data and as a sentence, with the command that indexes all of it. */

import type { LiveFacts } from '../../core/answers/answer.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';

/** @returns undefined for an indexed repository */
export function liveFacts({ repository, snapshot }: ResolvedSnapshot): LiveFacts | undefined {
  const { source } = repository;
  if (source.kind !== 'live') return undefined;
  const { owner, name, subdirectory, ofFiles } = source;
  const ref = snapshot.ref ?? snapshot.commit;
  const isWhole = subdirectory === undefined;
  return {
    name: [owner, name, ...(isWhole ? [] : [subdirectory])].join('/'),
    command: `npx wherefore index ${isWhole ? `${owner}/${name}@${ref}` : `https://github.com/${owner}/${name}/tree/${ref}/${subdirectory}`}`,
    ...(ofFiles === undefined ? {} : { ofFiles }),
  };
}

/** Writes the note of every live answer, which states that the content of other files is unknown. */
export function liveNote(resolved: ResolvedSnapshot): string | undefined {
  const facts = liveFacts(resolved);
  if (facts === undefined) return undefined;
  const files = resolved.snapshot.counts.files.toLocaleString('en-US');
  const count = facts.ofFiles === undefined ? files : `${files} of ${facts.ofFiles.toLocaleString('en-US')}`;
  return `Live: ${count} files of \`${facts.name}\` were read. The content of the other files is unknown. To index the whole repository, run \`${facts.command}\`.`;
}
