/** The leading terms of a question come from its first sentence. */
import { describe, expect, it } from 'vitest';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import { findLeadingTerms } from '../../../../worker/retrieval/ranking/leading-terms.ts';

const leadingWords = (text: string) => findLeadingTerms(readQuestion(text)).map(({ word }) => word);

describe('findLeadingTerms', () => {
  it('returns the terms of the first sentence', () => {
    expect(leadingWords('Reject a session that expired. The signer accepted tokens forever.')).toEqual([
      'reject',
      'session',
      'expired',
    ]);
    expect(leadingWords('Reject expired sessions\nThe signer accepted them.')).toEqual([
      'reject',
      'expired',
      'sessions',
    ]);
  });

  it('returns all terms of a single sentence', () =>
    expect(leadingWords('How is a session signed?')).toEqual(['session', 'signed']));

  it('does not end the first sentence at a label', () =>
    expect(leadingWords('fix: sessions that expired. Tokens stayed.')).toEqual([
      'fix',
      'sessions',
      'expired',
    ]));

  it('returns all terms if the first sentence has only stop words', () =>
    expect(leadingWords('Why is this so? Sessions expire early.')).toEqual(['sessions', 'expire', 'early']));
});
