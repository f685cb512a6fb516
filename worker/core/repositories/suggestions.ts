/** Suggests corrections for misspelled addresses and refs. They are shown as "Did you mean …?" and never applied silently. */

import { isOwner, isRepositoryName } from './repository-names.ts';

const maxTypos = 2;
/** A longer host is not a misspelling of the ones compared here. */
const maxHostLength = 20;

/** `https` for `htps`; undefined for a correct scheme and for any other real scheme. */
export function suggestScheme(scheme: string): 'http' | 'https' | undefined {
  const typed = scheme.toLowerCase();
  // A scheme that begins with another letter is its own scheme: `ftp` is equally close.
  const allowedTypos = typed.startsWith('h') ? maxTypos : 1;
  if (typed.length > maxHostLength || typed === 'http' || typed === 'https') return undefined;
  return (['https', 'http'] as const)
    .map((name) => ({ name, distance: editDistance(typed, name) }))
    .filter(({ distance }) => distance <= allowedTypos)
    .toSorted((a, b) => a.distance - b.distance)[0]?.name;
}

/** `github.com/acme/tool` for an address whose host is almost github.com and whose path may be a repository's. */
export function suggestRepository({ hostname, pathname }: URL): string | undefined {
  const host = hostname.replace(/^www\./, '');
  const [owner = '', name = ''] = pathname.split('/').filter(Boolean);
  const bareName = name.replace(/\.git$/, '');
  if (host === 'github.com' || host.length > maxHostLength || !isOwner(owner) || !isRepositoryName(bareName))
    return undefined;
  return editDistance(host, 'github.com') <= maxTypos ? `github.com/${owner}/${bareName}` : undefined;
}

/** The text with a scheme in front, if it looks like a host with an optional port and path. */
export function suggestAddress(text: string): string | undefined {
  if (!/^(?:localhost(?=[:/]|$)|(?:[\w-]+\.)+[\w-]+)(?::\d+)?(?:[/?#]\S*)?$/.test(text)) return undefined;
  return `${/^(?:localhost|127\.)/.test(text) ? 'http' : 'https'}://${text}`;
}

/** Only the beginning of longer refs is compared. */
const maxComparedRefLength = 60;
/** Each comparison costs the product of two lengths. */
const maxComparedRefs = 1_000;

/** Branches and tags closest to an unknown ref, best first: the first 1,000 names, ties in the host's order. */
export function nearestRefs(ref: string, names: readonly string[]): readonly string[] {
  const requested = comparableRef(ref);
  return names
    .slice(0, maxComparedRefs)
    .map((name) => ({ name, distance: refDistance(requested, comparableRef(name)) }))
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ name }) => name);
}

/** Case and a leading `v` are ignored, so that `V1.2` and `1.2` are the same. */
function comparableRef(name: string): string {
  return name
    .slice(0, maxComparedRefLength)
    .toLowerCase()
    .replace(/^v(?=\d)/, '');
}

/** Edit distance over the greater length, from 0 (equal) to 1 (nothing in common); halved if one contains the other. */
function refDistance(a: string, b: string): number {
  const isWithin = a !== '' && b !== '' && (a.includes(b) || b.includes(a));
  const distance = editDistance(a, b) / Math.max(1, a.length, b.length);
  return isWithin ? distance / 2 : distance;
}

/** Levenshtein distance: letters to change, insert or delete. Costs the product of both lengths. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
