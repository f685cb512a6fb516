/** Where the claims of an answer stand in its text: nothing that was written goes unseen, nothing is shown twice. */
import { expect, test } from 'vitest';
import type { Claim } from '../../web/src/lib/api.ts';
import { nothingTold, openText, tellClaim, tellRefusal } from '../../web/src/lib/features/ask/told-text.ts';

const claim = (id: string, text: string): Claim => ({
  id,
  text,
  state: 'pending',
  citations: [],
  checks: [],
});

test('what is written is open until its claim comes', () => {
  expect(openText(nothingTold, 'It is he').text).toBe('It is he');
  const told = tellClaim(nothingTold, 'It is here [chunk:e1]. And th', claim('c1', 'It is here [chunk:e1].'));
  expect(openText(told, 'It is here [chunk:e1]. And th').text).toBe('And th');
  expect(openText(told, 'It is here [chunk:e1]. And there [chunk:e').text).toBe('And there');
});

test('a claim that grows takes what was added to it', () => {
  const first = tellClaim(nothingTold, 'It is [chunk:e1]', claim('c1', 'It is [chunk:e1]'));
  const text = 'It is [chunk:e1] or was. Then';
  expect(openText(first, text).text).toBe('or was. Then');
  expect(openText(tellClaim(first, text, claim('c1', 'It is [chunk:e1] or was.')), text).text).toBe('Then');
});

test('a claim that was told with too much gives it back', () => {
  const first = tellClaim(nothingTold, 'It is.\n\n[chunk:e1]', claim('c1', 'It is.\n\n[chunk:e1]'));
  const text = 'It is.\n\n[chunk:e1] It was.';
  const given = tellClaim(first, text, claim('c1', 'It is.'));
  expect(openText(given, text).text).toBe('[chunk:e1] It was.');
  expect(openText(tellClaim(given, text, claim('c2', '[chunk:e1] It was.')), text).text).toBe('');
});

test('the words of a refusal are in no claim, and not open', () => {
  const told = tellRefusal(nothingTold, 'Nothing is found.');
  const text = 'Nothing is found.\n\nBut I know.\n\n### Last';
  expect(openText(told, text).text).toContain('But I know.');
  const known = tellClaim(told, text, claim('c1', 'But I know.'));
  expect(openText(known, text)).toEqual({ headings: ['Last'], text: '', whole: '### Last' });
});

test('a claim that was repaired keeps its place', () => {
  const text = 'It is [chunk:e1]. Then';
  const told = tellClaim(nothingTold, text, claim('c1', 'It is [chunk:e1].'));
  expect(tellClaim(told, text, claim('c1', 'It is [chunk:e7].'))).toEqual(told);
});

test('the same words twice are two claims', () => {
  const one = tellClaim(nothingTold, 'Yes. Yes. No', claim('c1', 'Yes.'));
  const two = tellClaim(one, 'Yes. Yes. No', claim('c2', 'Yes.'));
  expect(openText(two, 'Yes. Yes. No').text).toBe('No');
});

test('headings stand before the claim they were written before', () => {
  const text = '# First\n\nOne.\n\n## Second ##\n\nTwo.';
  const told = tellClaim(tellClaim(nothingTold, text, claim('a', 'One.')), text, claim('b', 'Two.'));
  expect(told.headings).toEqual({ a: ['First'], b: ['Second'] });
});

test('a heading is none of the claim that is being written below it', () => {
  expect(openText(nothingTold, '## Where it')).toMatchObject({ headings: ['Where it'], text: '' });
  expect(openText(nothingTold, '## Where\n\n### Now\n\nIt is # 1')).toMatchObject({
    headings: ['Where', 'Now'],
    text: 'It is # 1',
  });
  expect(openText(nothingTold, '#')).toMatchObject({ headings: [], text: '' });
  expect(openText(nothingTold, '#1 is it')).toMatchObject({ headings: [], text: '#1 is it' });
});

test('a claim that stands nowhere in the text hides nothing behind it and shows nothing twice', () => {
  const told = tellClaim(nothingTold, 'It was [chunk:e1].', claim('c1', 'It is.'));
  expect(openText(told, 'It was [chunk:e1].').text).toBe('');
  expect(openText(told, 'It was [chunk:e1]. More').text).toBe('More');
});
