/** Chooses the words of a history question that the code is searched for. */
import { expect, it } from 'vitest';
import { toSearchText } from '../../../../worker/retrieval/history/search-text.ts';

it.each([
  ['Who last changed the eviction code of the store?', 'the eviction of the store?'],
  ['What changed in the eviction in June 2026?', 'in the eviction ?'],
  ['who edited `last_modified` most recently', '`last_modified`'],
  ['latest change to update_code() in lib/first.py', 'to update_code() in lib/first.py'],
  ['which commit touched "the last code" since 2024-03-01', '"the last code"'],
  ['what was the last commit?', 'what was the last commit?'],
])('%s', (text, expected) => expect(toSearchText(text)).toBe(expected));
