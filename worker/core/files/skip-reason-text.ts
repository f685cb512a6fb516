/** Labels for the codes that say why a file or page was skipped. The codes are part of the wire format. */

const fileReasons = {
  binary: 'Binary',
  generated: 'Generated',
  minified: 'Minified',
  vendored: 'Vendored',
  'lock-file': 'Lock file',
  'too-large': 'Too large',
  symlink: 'Symbolic link',
  'nested-archive': 'Nested archive',
  ignored: 'Ignored by pattern',
  empty: 'Empty',
  unreadable: 'Unreadable',
  'special-entry': 'Not a regular file',
};

const pageReasons = {
  'address-refused': 'Address not allowed',
  robots: 'Not allowed by robots.txt',
  forbidden: 'Forbidden by the server',
  status: 'Refused by the server',
  'timed-out': 'Timed out',
  unreachable: 'Unreachable',
  'redirected-away': 'Redirects to another site',
  'too-many-redirects': 'Too many redirects',
  'not-a-page': 'Not a page',
  'no-text': 'No text',
  noindex: 'Marked noindex',
  outside: 'Outside this documentation',
  moved: 'Redirect page',
  canonical: 'Duplicate address of a page',
  duplicate: 'Same as another page',
  cut: 'Too large: end omitted',
  gone: 'Gone',
  circular: 'Circular path',
  'other-version': 'Another version',
  'other-language': 'Another language',
  'not-asked': 'Not requested in time',
  'not-reached': 'Unreachable this time',
  'not-reached-twice': 'Unreachable twice',
  'not-reached-thrice': 'Unreachable three times',
  'put-off': 'Delayed at the site’s request',
  'put-off-again': 'Delayed again at the site’s request',
  'too-deep': 'Too many links from the start',
  seconds: 'Not requested in time',
  'cap-pages': 'Over the page limit',
  'cap-depth': 'Over the depth limit',
  'cap-seconds': 'Over the time limit',
};

/** Codes that the crawl may store. A file of a site may be too large, like any other file. */
export type PageSkipReason = keyof typeof pageReasons | 'too-large';

const labels: Readonly<Record<string, string>> = { ...fileReasons, ...pageReasons };

/** An unknown code is returned with spaces instead of hyphens. */
export function describeSkipReason(code: string): string {
  return Object.hasOwn(labels, code) ? (labels[code] ?? code) : code.replaceAll('-', ' ');
}
