/** How much of a repository was looked at where only some of its files are here, in words and as data. */

import type { LiveFacts } from '../../core/answer.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';

/** Undefined of what is indexed. */
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

/** Said with every answer: what the other files hold is no part of it. */
export function liveNote(resolved: ResolvedSnapshot): string | undefined {
  const facts = liveFacts(resolved);
  if (facts === undefined) return undefined;
  const files = resolved.snapshot.counts.files.toLocaleString('en-US');
  const of = facts.ofFiles === undefined ? 'more' : facts.ofFiles.toLocaleString('en-US');
  return `Live: ${files} of ${of} files of \`${facts.name}\` were looked at; what others hold is not known here. To have all of it: \`${facts.command}\`.`;
}
