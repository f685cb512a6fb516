/** Finds where a source opens: the page of the documentation, or the lines in the app. Pure. */

import type { Evidence } from '../../src/lib/api.ts';
import { findWebPage } from '../../src/lib/features/ask/sources/span-evidence.ts';

export interface CitationText {
  /** Undefined for a source without an address. */
  readonly address: string | undefined;
  readonly name: string;
}

/** @param server the origin of the app */
export function describeCitation(evidence: Evidence, server: string): CitationText {
  return { address: findAddress(evidence, server), name: findName(evidence) };
}

function findAddress(evidence: Evidence, server: string): string | undefined {
  if (!('url' in evidence) || !URL.canParse(evidence.url, server)) return undefined;
  const address = new URL(evidence.url, server);
  // An address comes from a repository, so another scheme could run a script.
  return /^https?:$/.test(address.protocol) ? address.href : undefined;
}

function findName(evidence: Evidence): string {
  const page = findWebPage(evidence);
  if (page !== undefined) return describePage(page, evidence);
  if ('path' in evidence) {
    const { path, startLine, endLine } = evidence;
    return `${path}, ${startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`}`;
  }
  if (evidence.kind === 'commit') return `commit ${evidence.commit.slice(0, 10)}: ${evidence.subject}`;
  return `#${evidence.number}: ${evidence.title}`;
}

/** The heading and the path of a page: `Wick length, /2.1/guide.html`. */
function describePage(page: string, evidence: Evidence): string {
  const { pathname } = new URL(page);
  const heading = 'symbol' in evidence ? evidence.symbol : undefined;
  return heading === undefined ? pathname : `${heading}, ${pathname}`;
}
