/** Release notes are quoted verbatim, without list markers and credits. */
import { expect, it } from 'vitest';
import { releaseSentences } from '../../../../worker/answering/compose/compose-release-notes.ts';
import { createEvidence } from '../../../support/samples/evidence.ts';

const quoteEntry = (text: string, release = '1.2.0') => {
  const heading = createEvidence({ id: 'e1', file: '## [1.2.0] - 2024-01-01\n' });
  const sentences = releaseSentences([{ release, heading, entry: createEvidence({ id: 'e2', file: text }) }]);
  return /“[^”]+”: “([^”]*)”/.exec([...sentences].join(''))?.[1];
};

it.each([
  ['* Close stale sockets. PR [#12](https://host/12) by [@ann](https://host/ann).\n', 'Close stale sockets.'],
  ['- `#12 <https://host/12>`_: Sockets are\n  closed for good.\n', 'Sockets are closed for good.'],
  ['- [#12] Sockets are closed for good (#13)\n', 'Sockets are closed for good'],
  ['- Sockets are closed. This mends [what was broken PR #12](x)\n', 'Sockets are closed.'],
  ['- Say “what” is meant\n', undefined],
  ['- #12\n', undefined],
  [`- ${'a long sentence without an end '.repeat(20)}\n`, undefined],
])('quotes %j as %j', (text, quote) => {
  expect(quoteEntry(text)).toBe(quote);
});

it('omits an entry if the heading does not name the release', () => {
  expect(quoteEntry('- Sockets are closed for good\n', '1.3.0')).toBeUndefined();
});
