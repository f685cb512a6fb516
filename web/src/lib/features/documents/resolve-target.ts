/** Resolves the links of a document: to files of the repository, to headings, or to other sites. Pure. */
import { fileAddress, type FilePlace } from '../files/file-address.ts';
import { headingId } from './document-node.ts';

type Target =
  { readonly kind: 'app'; readonly href: string } | { readonly kind: 'outside'; readonly href: string };

/** @returns undefined for a target that is not safe or not valid, such as `javascript:` */
export function resolveTarget(place: FilePlace, documentPath: string, target: string): Target | undefined {
  const trimmed = target.trim();
  if (/^https?:\/\//i.test(trimmed)) return readOutside(trimmed);
  if (trimmed.startsWith('//')) return readOutside(`https:${trimmed}`);
  if (/^mailto:[^\s]+$/i.test(trimmed)) return { kind: 'outside', href: trimmed };
  if (/^[a-z][a-z0-9+.-]*:/i.test(trimmed)) return undefined;
  const [, path = '', hash = ''] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(trimmed) ?? [];
  const anchor = hash === '' ? '' : toAnchor(decodeEscapes(hash));
  if (path === '') return anchor === '' ? undefined : { kind: 'app', href: anchor };
  const resolved = joinPath(documentPath, decodeEscapes(path));
  return resolved === undefined ? undefined : { kind: 'app', href: fileAddress(place, resolved) + anchor };
}

function readOutside(address: string): Target | undefined {
  return URL.canParse(address) ? { kind: 'outside', href: address } : undefined;
}

/** A hash is a range of lines, as on GitHub, or the name of a heading. */
function toAnchor(hash: string): string {
  return /^L\d+(?:-L?\d+)?$/.test(hash)
    ? `#${hash}`
    : `#${headingId(hash.replace(/^user-content-/, '').toLowerCase())}`;
}

/** @returns undefined for a path outside the repository */
function joinPath(documentPath: string, path: string): string | undefined {
  const steps = path.startsWith('/') ? [] : documentPath.split('/').slice(0, -1);
  for (const step of path.split('/')) {
    if (step === '' || step === '.') continue;
    if (step !== '..') steps.push(step);
    else if (steps.pop() === undefined) return undefined;
  }
  return steps.join('/');
}

/** Decodes percent escapes. A text that is not a valid escape, such as `50%-off`, stays as it is. */
export function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
