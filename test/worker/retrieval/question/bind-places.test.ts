import { describe, expect, it } from 'vitest';
import { resolvePlaceName, mentionsPlace } from '../../../../worker/retrieval/question/bind-places.ts';

const files = [
  'src/loader/index.ts',
  'src/loader/find.ts',
  'src/printer.ts',
  'src/web/cache/index.ts',
  'src/store/cache/index.ts',
  'src/store/Pages.py',
].map((path) => ({ path }));

describe('a part of a question', () => {
  it.each([
    [
      'How are plugins found in the loader package',
      'How are plugins found in the loader package in `src/loader/`',
    ],
    [
      'where does the `printer` module wrap lines',
      'where does the `printer` module wrap lines in `src/printer.ts`',
    ],
    ['what is kept by the `Pages` module', 'what is kept by the `Pages` module in `src/store/Pages.py`'],
  ])('%s is completed with the only place of that name', (part, bound) => {
    expect(resolvePlaceName(part, files)).toBe(bound);
  });

  it.each([
    'How are entries dropped in the cache folder',
    'How is the missing package built',
    'which package does it',
    'How does the printer wrap lines',
    'How is the printer file made',
    'How does src/loader/find.ts use the printer module',
  ])('%s is unchanged', (part) => {
    expect(resolvePlaceName(part, files)).toBe(part);
  });

  it('needs no file tree if it mentions no place', () => {
    expect(mentionsPlace('How are plugins found')).toBe(false);
    expect(mentionsPlace('what does this module do')).toBe(false);
  });
});
