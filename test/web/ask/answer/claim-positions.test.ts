/** The positions of claims in the text of an answer. All text is shown, and no text is shown twice. */
import { expect, test } from 'vitest';
import type { Claim } from '../../../../web/src/lib/api.ts';
import {
  emptyPositions,
  findPendingText,
  recordClaim,
  recordRefusal,
} from '../../../../web/src/lib/features/ask/answer/claim-positions.ts';

const claim = (id: string, text: string): Claim => ({
  id,
  text,
  state: 'pending',
  citations: [],
  checks: [],
});

test('text is pending until its claim arrives', () => {
  expect(findPendingText(emptyPositions, 'It is he').text).toBe('It is he');
  const positions = recordClaim(
    emptyPositions,
    'It is here [chunk:e1]. And th',
    claim('c1', 'It is here [chunk:e1].'),
  );
  expect(findPendingText(positions, 'It is here [chunk:e1]. And th').text).toBe('And th');
  expect(findPendingText(positions, 'It is here [chunk:e1]. And there [chunk:e').text).toBe('And there');
});

test('a claim that grows includes the added text', () => {
  const first = recordClaim(emptyPositions, 'It is [chunk:e1]', claim('c1', 'It is [chunk:e1]'));
  const text = 'It is [chunk:e1] or was. Then';
  expect(findPendingText(first, text).text).toBe('or was. Then');
  expect(findPendingText(recordClaim(first, text, claim('c1', 'It is [chunk:e1] or was.')), text).text).toBe(
    'Then',
  );
});

test('text that a shrinking claim no longer contains is pending again', () => {
  const first = recordClaim(emptyPositions, 'It is.\n\n[chunk:e1]', claim('c1', 'It is.\n\n[chunk:e1]'));
  const text = 'It is.\n\n[chunk:e1] It was.';
  const shrunk = recordClaim(first, text, claim('c1', 'It is.'));
  expect(findPendingText(shrunk, text).text).toBe('[chunk:e1] It was.');
  expect(findPendingText(recordClaim(shrunk, text, claim('c2', '[chunk:e1] It was.')), text).text).toBe('');
});

test('the text of a refusal does not belong to a claim and is not pending', () => {
  const refused = recordRefusal(emptyPositions, 'Nothing is found.');
  const text = 'Nothing is found.\n\nBut I know.\n\n### Last';
  expect(findPendingText(refused, text).text).toContain('But I know.');
  const claimed = recordClaim(refused, text, claim('c1', 'But I know.'));
  expect(findPendingText(claimed, text)).toEqual({
    headings: ['Last'],
    text: '',
    textWithHeadings: '### Last',
  });
});

test('a repaired claim keeps its position', () => {
  const text = 'It is [chunk:e1]. Then';
  const positions = recordClaim(emptyPositions, text, claim('c1', 'It is [chunk:e1].'));
  expect(recordClaim(positions, text, claim('c1', 'It is [chunk:e7].'))).toEqual(positions);
});

test('two claims with the same text have two positions', () => {
  const first = recordClaim(emptyPositions, 'Yes. Yes. No', claim('c1', 'Yes.'));
  const positions = recordClaim(first, 'Yes. Yes. No', claim('c2', 'Yes.'));
  expect(findPendingText(positions, 'Yes. Yes. No').text).toBe('No');
});

test('headings belong to the claim after them', () => {
  const text = '# First\n\nOne.\n\n## Second ##\n\nTwo.';
  const first = recordClaim(emptyPositions, text, claim('a', 'One.'));
  const positions = recordClaim(first, text, claim('b', 'Two.'));
  expect(positions.headings).toEqual({ a: ['First'], b: ['Second'] });
});

test('separates headings from the pending text below them', () => {
  expect(findPendingText(emptyPositions, '## Where it')).toMatchObject({ headings: ['Where it'], text: '' });
  expect(findPendingText(emptyPositions, '## Where\n\n### Now\n\nIt is # 1')).toMatchObject({
    headings: ['Where', 'Now'],
    text: 'It is # 1',
  });
  expect(findPendingText(emptyPositions, '#')).toMatchObject({ headings: [], text: '' });
  expect(findPendingText(emptyPositions, '#1 is it')).toMatchObject({ headings: [], text: '#1 is it' });
});

test('a claim that does not occur in the text neither hides later text nor shows text twice', () => {
  const positions = recordClaim(emptyPositions, 'It was [chunk:e1].', claim('c1', 'It is.'));
  expect(findPendingText(positions, 'It was [chunk:e1].').text).toBe('');
  expect(findPendingText(positions, 'It was [chunk:e1]. More').text).toBe('More');
});
