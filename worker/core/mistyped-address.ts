/** What was meant by an address that is a letter or two off, or lacks its scheme: a question to whoever pasted it, never an answer. */

import { lettersApart } from './letters-apart.ts';
import { isOwner, isRepositoryName } from './source-names.ts';

const mostApart = 2;
/** Longer hosts are none that were meant. */
const comparedLength = 20;

/** `https` of `htps`; undefined of what is right, and of what is another scheme. */
export function meantScheme(scheme: string): 'http' | 'https' | undefined {
  const typed = scheme.toLowerCase();
  // Those that begin otherwise are schemes of their own: `ftp` is as near.
  const most = typed.startsWith('h') ? mostApart : 1;
  if (typed.length > comparedLength || typed === 'http' || typed === 'https') return undefined;
  return (['https', 'http'] as const)
    .map((name) => ({ name, apart: lettersApart(typed, name) }))
    .filter(({ apart }) => apart <= most)
    .toSorted((a, b) => a.apart - b.apart)[0]?.name;
}

/** `github.com/acme/tool` of an address whose host is nearly that one, and whose path could be of a repository. */
export function meantRepository({ hostname, pathname }: URL): string | undefined {
  const host = hostname.replace(/^www\./, '');
  const [owner = '', name = ''] = pathname.split('/').filter(Boolean);
  const bare = name.replace(/\.git$/, '');
  if (host === 'github.com' || host.length > comparedLength || !isOwner(owner) || !isRepositoryName(bare))
    return undefined;
  return lettersApart(host, 'github.com') <= mostApart ? `github.com/${owner}/${bare}` : undefined;
}

/** The text with a scheme before it, where it looks like a host and what may follow one. */
export function meantAddress(text: string): string | undefined {
  if (!/^(?:localhost(?=[:/]|$)|(?:[\w-]+\.)+[\w-]+)(?::\d+)?(?:[/?#]\S*)?$/.test(text)) return undefined;
  return `${/^(?:localhost|127\.)/.test(text) ? 'http' : 'https'}://${text}`;
}
