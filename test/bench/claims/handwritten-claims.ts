/**
 * Claims about pinned packages that a person worded as freely as a model does; generated claims stay close to the wording of the code.
 * The checks were not fitted to these claims, so the results show how well the checks generalize.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { splitLines } from '../../../worker/core/text/decode-text.ts';
import { createEvidence, type ClaimCase } from './claim-case.ts';

interface HandwrittenClaims {
  readonly repository: string;
  readonly path: string;
  /** Text of the first and the last cited line. */
  readonly from: string;
  readonly to: string;
  readonly name: string;
  readonly true: readonly string[];
  /** False, and a look-up shows it. */
  readonly fabricated: readonly string[];
  /** False in meaning alone. */
  readonly meaning: readonly string[];
}

const handwritten: readonly HandwrittenClaims[] = [
  {
    repository: 'p-timeout',
    path: 'index.js',
    from: 'class TimeoutError',
    to: '});',
    name: 'pTimeout',
    true: [
      '`pTimeout` rejects with a `TimeoutError` when the promise does not settle within the given number of milliseconds',
      'A negative or non-numeric `milliseconds` leads to a `TypeError`',
      'With `Infinity` as the time limit, the promise is passed through and no timer is started',
      'If `fallback` is a function, its result becomes the result of the promise',
      'The timer is cleared as soon as the promise has settled',
      'When the promise has a `cancel` method, it is called before the rejection',
      'A string given as `fallback` is used as the message of the error',
    ],
    fabricated: ['The default time limit is 5 seconds'],
    meaning: [
      '`pTimeout` retries the promise three times before it gives up',
      'A negative `milliseconds` is treated as zero',
      'With `Infinity` as the time limit, an error is thrown',
      'If `fallback` is a function, it is called after every attempt',
      'The timer keeps running after the promise has settled',
      'When the promise has a `cancel` method, it is ignored',
    ],
  },
  {
    repository: 'longest-streak',
    path: 'index.js',
    from: 'Get the count',
    to: '}',
    name: 'longestStreak',
    true: [
      '`longestStreak` counts how often `substring` occurs in a row in `value` and returns the highest such count',
      'It throws a `TypeError` if `substring` is not a string',
      '`value` is converted to a string first',
      'The search goes on from the end of the previous match',
      'It returns 0 when `substring` does not occur at all',
    ],
    fabricated: [],
    meaning: [
      '`longestStreak` returns the position of the longest streak',
      'The comparison ignores upper and lower case',
      'It throws a `TypeError` if `value` is not a string',
      'Overlapping matches are counted twice',
      'It uses a regular expression to find the matches',
    ],
  },
  {
    repository: 'ms',
    path: 'index.js',
    from: 'Parse the given `str`',
    to: '}',
    name: 'parse',
    true: [
      'Strings longer than 100 characters are not parsed',
      'If no unit is given, the number is taken as milliseconds',
      'It recognises units from milliseconds up to years, in several spellings',
      '`parse` returns `undefined` when the string does not match the pattern',
      'Letter case does not matter, since the unit is lowercased',
    ],
    fabricated: ['Strings longer than 255 characters are not parsed'],
    meaning: [
      'If no unit is given, the number is taken as seconds',
      'It recognises units from nanoseconds up to centuries',
      '`parse` throws when the string does not match the pattern',
      'Negative numbers are refused',
      'Units must be written in lower case',
    ],
  },
  {
    repository: 'debug',
    path: 'src/common.js',
    from: 'Selects a color',
    to: 'createDebug.selectColor',
    name: 'selectColor',
    true: [
      '`selectColor` hashes the namespace and uses the hash to pick one of `createDebug.colors`',
      'The same namespace therefore always gets the same color',
      'The hash is kept to 32 bits',
      'Every character code of the namespace goes into the hash',
    ],
    fabricated: ['The hash is kept to 64 bits'],
    meaning: [
      '`selectColor` picks a random color for each namespace',
      'Colors that are already taken are skipped',
      'Only the first character of the namespace is looked at',
    ],
  },
  {
    repository: 'eventemitter3',
    path: 'index.js',
    from: 'Return an array listing the events',
    to: '};',
    name: 'eventNames',
    true: [
      '`eventNames` lists the events that have listeners, symbols included where the platform supports them',
      'An empty array is returned straight away if there are no events',
      'The prefix is stripped from the names when one is in use',
    ],
    fabricated: [],
    meaning: [
      '`eventNames` removes events without listeners',
      'The names are returned in alphabetical order',
      'An error is thrown if there are no events',
    ],
  },
  {
    repository: 'space-separated-tokens',
    path: 'index.js',
    from: 'Parse space-separated tokens',
    to: '}',
    name: 'parse',
    true: [
      'An empty or missing value gives an empty array',
      'Tabs, line feeds and form feeds separate tokens as well as spaces do',
      'Surrounding white space is trimmed before the value is split',
    ],
    fabricated: [],
    meaning: [
      'Duplicate tokens are removed',
      'Commas separate tokens as well',
      'A missing value leads to an exception',
    ],
  },
];

export function readHandwrittenClaims(): readonly ClaimCase[] {
  return handwritten.flatMap((claims) => {
    const file = join(import.meta.dirname, '../../../node_modules', claims.repository, claims.path);
    if (!existsSync(file)) return [];
    const text = readFileSync(file, 'utf8');
    const lines = splitLines(text);
    const from = lines.findIndex((line) => line.includes(claims.from));
    const to = lines.findIndex((line, index) => index > from + 5 && line.startsWith(claims.to));
    const source = { repository: claims.repository, path: claims.path, text };
    const startLine = Math.max(1, from);
    const last = to < 0 ? lines.findIndex((line, index) => index > from && line.includes(claims.to)) : to;
    const span = createEvidence(source, { id: 'e1', startLine, endLine: last + 1, name: claims.name });
    const evidence = new Map([[span.id, span]]);
    const createCase = (truth: ClaimCase['truth'], sentence: string): ClaimCase => ({
      kind: 'written freely, by hand',
      truth,
      repository: claims.repository,
      path: claims.path,
      text: `${sentence} [chunk:e1].`,
      evidence,
    });
    return [
      ...claims.true.map((sentence) => createCase('true', sentence)),
      ...claims.fabricated.map((sentence) => createCase('fabricated', sentence)),
      ...claims.meaning.map((sentence) => createCase('meaning', sentence)),
    ];
  });
}
