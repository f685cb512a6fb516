/** Phrases are cues of a question's class; words within names are not. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findQuestionCues } from '../../../../worker/retrieval/question-class/question-cues.ts';

describe('a cue', () => {
  it.each([
    ['Why was it dropped?', 'why'],
    ['who wrote the parser', 'whoDid'],
    ['since when is it async', 'sinceWhen'],
    ['if I change the cache, what then', 'ifChanged'],
    ['what would renaming it break', 'breaks'],
    ['how many are there', 'howMany'],
    ['which functions return it', 'whichDo'],
    ['where can I read the docs', 'manual'],
    ['how do I build it', 'howDoI'],
    ['teh histroy, waht and wehre', 'where'],
  ] as const)('of %j is %s', (text, cue) => {
    expect(findQuestionCues(text, [])).toContain(cue);
  });

  it('is not read from within a name', () => {
    const text = 'How does list_all_why work with `where is every change`?';
    const cues = findQuestionCues(text, ['list_all_why']);
    for (const cue of ['why', 'all', 'where', 'lists'] as const) expect(cues).not.toContain(cue);
    expect(cues).toContain('namesCode');
    expect(findQuestionCues(text.replaceAll('`', ''), [])).toContain('where');
  });

  it('may be a single name', () => {
    expect(findQuestionCues('`route`', ['route'])).toContain('isOneName');
    expect(findQuestionCues('Router::route()', ['Router.route'])).toContain('isOneName');
    expect(findQuestionCues('how does `route` match', ['route'])).not.toContain('isOneName');
  });
});

it.each(['which ', 'what would ', 'if i ', 'how many ', 'where ', 'can ', '`', 'a.', 'is no ', '\n'])(
  'reads cues only from the beginning of a long repetition of %j',
  (piece) => {
    const long = piece.repeat(50_000);
    expect(findQuestionCues(long, [])).toEqual(findQuestionCues(long.slice(0, 1_000), []));
  },
);

it('returns unique cues for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const cues = findQuestionCues(text, []);
      expect(new Set(cues).size).toBe(cues.length);
    }),
  );
});
