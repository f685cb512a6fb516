/** Why a file or a page was left out, in words for a person: on the wire it is a code that stays. Sentences stand in its detail. */

const ofFiles = {
  binary: 'Binary',
  generated: 'Generated',
  minified: 'Minified',
  vendored: 'Vendored',
  'lock-file': 'Lock file',
  'too-large': 'Too large',
  symlink: 'Symbolic link',
  'nested-archive': 'Archive in the archive',
  ignored: 'Ignored by pattern',
  empty: 'Empty',
  'special-entry': 'Not a regular file',
};

const ofPages = {
  'address-refused': 'Address that is not asked',
  robots: 'Not allowed by robots.txt',
  forbidden: 'Forbidden by the server',
  status: 'Refused by the server',
  'timed-out': 'No whole answer in time',
  unreachable: 'Could not be reached',
  'redirected-away': 'Leads to another site',
  'too-many-redirects': 'Too many redirects',
  'not-a-page': 'Not a page',
  'no-text': 'No text of its own',
  noindex: 'Asks not to be indexed',
  outside: 'Outside this documentation',
  moved: 'Only leads on',
  canonical: 'Another address of a page',
  duplicate: 'Same as another page',
  cut: 'Too large: its end left out',
  gone: 'Gone',
  circular: 'Path that repeats itself',
  'other-version': 'Another version',
  'other-language': 'Another language',
  'not-asked': 'Not asked in time',
  'not-reached': 'Not reached this time',
  'not-reached-twice': 'Not reached twice',
  'not-reached-thrice': 'Not reached three times',
  'put-off': 'Put off, as the site wants',
  'put-off-again': 'Put off again, as the site wants',
  'too-deep': 'Too many links from the start',
  seconds: 'Not asked in time',
  'cap-pages': 'Beyond the limit of pages',
  'cap-depth': 'Beyond the limit of links from the start',
  'cap-seconds': 'Beyond the limit of time',
};

const words: Readonly<Record<string, string>> = { ...ofFiles, ...ofPages };

/** Of a code that is not known its own letters, without hyphens. */
export function reasonInWords(code: string): string {
  return Object.hasOwn(words, code) ? (words[code] ?? code) : code.replaceAll('-', ' ');
}
