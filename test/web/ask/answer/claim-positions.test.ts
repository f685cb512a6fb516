/** The positions of claims in the text of an answer. All text is shown, and no text is shown twice. */
import { expect, test } from 'vitest';
import type { Claim } from '../../../../web/src/lib/api.ts';
import {
  emptyPositions,
  recordClaim,
  recordRefusal,
  type ClaimPositions,
} from '../../../../web/src/lib/features/ask/answer/claim-positions.ts';

const claim = (id: string, text: string): Claim => ({
  id,
  text,
  state: 'pending',
  citations: [],
  checks: [],
});
/** The text after the last claim, and the text of each claim. */
const read = ({ end, spans }: ClaimPositions, text: string) => ({
  rest: text.slice(end).trim(),
  claims: Object.values(spans).map((span) => text.slice(span.start, span.end)),
});

test('text belongs to no claim until its claim arrives', () => {
  expect(read(emptyPositions, 'It is he')).toEqual({ rest: 'It is he', claims: [] });
  const text = 'It is here [chunk:e1]. And th';
  const positions = recordClaim(emptyPositions, text, claim('c1', 'It is here [chunk:e1].'));
  expect(read(positions, text)).toEqual({ rest: 'And th', claims: ['It is here [chunk:e1].'] });
});

test('a claim that grows includes the added text, and one that shrinks releases it', () => {
  const text = 'It is [chunk:e1] or was. Then';
  const first = recordClaim(emptyPositions, 'It is [chunk:e1]', claim('c1', 'It is [chunk:e1]'));
  const grown = recordClaim(first, text, claim('c1', 'It is [chunk:e1] or was.'));
  expect(read(grown, text)).toEqual({ rest: 'Then', claims: ['It is [chunk:e1] or was.'] });
  const shrunk = recordClaim(grown, text, claim('c1', 'It is [chunk:e1]'));
  expect(read(shrunk, text).rest).toBe('or was. Then');
});

test('the text of a refusal belongs to no claim', () => {
  const refused = recordRefusal(emptyPositions, 'Nothing is found.');
  const text = 'Nothing is found.\n\nNothing is found.';
  const claimed = recordClaim(refused, text, claim('c1', 'Nothing is found.'));
  expect(claimed).toMatchObject({ refusalEnd: 17, spans: { c1: { start: 19, end: 36 } } });
});

test('a repaired claim keeps its position', () => {
  const text = 'It is [chunk:e1]. Then';
  const positions = recordClaim(emptyPositions, text, claim('c1', 'It is [chunk:e1].'));
  expect(recordClaim(positions, text, claim('c1', 'It is [chunk:e7].'))).toEqual(positions);
});

test('two claims with the same text have two positions', () => {
  const first = recordClaim(emptyPositions, 'Yes. Yes. No', claim('c1', 'Yes.'));
  const positions = recordClaim(first, 'Yes. Yes. No', claim('c2', 'Yes.'));
  expect(read(positions, 'Yes. Yes. No')).toEqual({ rest: 'No', claims: ['Yes.', 'Yes.'] });
});

test('a claim that does not occur in the text replaces it', () => {
  const text = 'First. It was [chunk:e1].';
  const first = recordClaim(emptyPositions, text, claim('c1', 'First.'));
  const positions = recordClaim(first, text, claim('c2', 'It is.'));
  expect(read(positions, text).claims).toEqual(['First.', 'It was [chunk:e1].']);
  expect(read(positions, `${text} More`).rest).toBe('More');
});
