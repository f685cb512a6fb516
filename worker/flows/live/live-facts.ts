/** Reports how much of a repository a live answer has seen, as data and as a sentence. */

import type { LiveFacts } from '../../core/answers/answer.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';

/** Undefined for an indexed repository. */
export function liveFacts({ repository, snapshot }: ResolvedSnapshot): LiveFacts | undefined {
  const { source } = repository;
  if (source.kind !== 'live') return undefined;
  const { owner, name, subdirectory, ofFiles } = source;
  const ref = snapshot.ref ?? snapshot.commit;
  const whole = subdirectory === undefined;
  return {
    name: [owner, name, ...(whole ? [] : [subdirectory])].join('/'),
    command: `npx wherefore index ${whole ? `${owner}/${name}@${ref}` : `https://github.com/${owner}/${name}/tree/${ref}/${subdirectory}`}`,
    ...(ofFiles === undefined ? {} : { ofFiles }),
  };
}

/** Accompanies every live answer: the content of other files is unknown. */
export function liveNote(resolved: ResolvedSnapshot): string | undefined {
  const facts = liveFacts(resolved);
  if (facts === undefined) return undefined;
  const files = resolved.snapshot.counts.files.toLocaleString('en-US');
  const total = facts.ofFiles === undefined ? 'more' : facts.ofFiles.toLocaleString('en-US');
  return `Live: ${files} of ${total} files of \`${facts.name}\` were read; the content of the others is not known here. To index all of it, run \`${facts.command}\`.`;
}
