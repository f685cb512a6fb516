/** Formats the details of a failure as readable lines. */
import { expect, test } from 'vitest';
import { formatDetails } from '../../../web/src/lib/features/progress/format-details.ts';

test('formats limits, sizes and lists', () => {
  expect(
    formatDetails({
      limit: 200000,
      largestFolders: [
        { path: 'src', lines: 1200 },
        { path: 'docs', lines: 7 },
      ],
      skipped: [{ path: 'logo.png', reason: 'binary', detail: 'an image (.png)' }],
      lastError: 'It broke.',
      accepted: ['gzip', 'zip'],
      nothing: null,
      none: [],
    }),
  ).toEqual([
    { name: 'limit', lines: ['200,000'] },
    { name: 'largest folders', lines: ['src, lines 1,200', 'docs, lines 7'] },
    { name: 'skipped', lines: ['logo.png, Binary, an image (.png)'] },
    { name: 'last error', lines: ['It broke.'] },
    { name: 'accepted', lines: ['gzip', 'zip'] },
  ]);
});

test('describes reason codes, also inside lists', () => {
  const url = 'https://a.dev/';
  const pages = [{ url, state: 'skipped', reason: 'no-text', detail: 'It contains none.' }];
  expect(formatDetails({ reason: 'status', pages })).toEqual([
    { name: 'reason', lines: ['Refused by the server'] },
    { name: 'pages', lines: ['https://a.dev/, skipped, No text, It contains none.'] },
  ]);
});
