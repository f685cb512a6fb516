import { expect, it } from 'vitest';
import { releaseSentences } from '../../../../worker/answering/compose/compose-release-notes.ts';
import { createEvidence } from '../../../support/samples/evidence.ts';

const told = (text: string, release = '1.2.0') => {
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
])('%j is quoted as %j', (text, quote) => {
  expect(told(text)).toBe(quote);
});

it('is told of no version its heading does not name', () => {
  expect(told('- Sockets are closed for good\n', '1.3.0')).toBeUndefined();
});
