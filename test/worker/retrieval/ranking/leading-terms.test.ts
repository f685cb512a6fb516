/** The first of several sentences is what a question leads with. */
import { describe, expect, it } from 'vitest';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import { leadingTerms } from '../../../../worker/retrieval/ranking/leading-terms.ts';

const wordsOf = (text: string) => leadingTerms(readQuestion(text)).map(({ word }) => word);

describe('the words a question leads with', () => {
  it('are those of its first sentence', () => {
    expect(wordsOf('Reject a session that expired. The signer accepted tokens forever.')).toEqual([
      'reject',
      'session',
      'expired',
    ]);
    expect(wordsOf('Reject expired sessions\nThe signer accepted them.')).toEqual([
      'reject',
      'expired',
      'sessions',
    ]);
  });

  it('are all of them where it is one sentence', () =>
    expect(wordsOf('How is a session signed?')).toEqual(['session', 'signed']));

  it('go beyond a label, which is no sentence', () =>
    expect(wordsOf('fix: sessions that expired. Tokens stayed.')).toEqual(['fix', 'sessions', 'expired']));

  it('are all of them where the first sentence has none that matters', () =>
    expect(wordsOf('Why is this so? Sessions expire early.')).toEqual(['sessions', 'expire', 'early']));
});
