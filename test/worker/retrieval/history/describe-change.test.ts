/** Describes and scores commits for a change that a question describes in words. */

import { describe, expect, it } from 'vitest';
import { describeChange, weighTerms } from '../../../../worker/retrieval/history/describe-change.ts';
import { selectMessageTerms } from '../../../../worker/retrieval/history/message-terms.ts';
import { scoreChange } from '../../../../worker/retrieval/history/score-change.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';

const text = 'which commit removed the cookie jar from the session?';
const byTerm = new Map([
  ['cookie', 40],
  ['cooky', 40],
  ['jar', 1],
  ['session', 40],
  ['sess', 40],
]);
const question = weighTerms(text, selectMessageTerms(readQuestion(text)), { commits: 500, byTerm });
const terms = (...words: readonly string[]) => new Set(words);
const nothing = { paths: terms(), added: terms(), removed: terms(), tests: terms(), documents: terms() };
const describeCommit = (subject: string, changed = nothing, parents: readonly string[] = ['p']) =>
  describeChange(question, {
    commit: { subject, message: subject, parents, changedFiles: 2 },
    words: 0.5,
    changes: 0.5,
    similarity: 0.5,
    changed,
  });

describe('the features of a commit', () => {
  it('weigh a rare word of the question more', () => {
    expect(describeCommit('Simplify the jar').subject).toBeGreaterThan(
      describeCommit('Simplify the session').subject ?? 1,
    );
  });

  it('distinguish words that were removed from those that a changed line keeps', () => {
    const removed = describeCommit('Clean up', { ...nothing, removed: terms('jar') });
    expect(removed).toMatchObject({ kept: 0, added: 0, removedAsAsked: removed.removed });
    expect(removed.removed).toBeGreaterThan(0);
    const edited = describeCommit('Clean up', { ...nothing, added: terms('jar'), removed: terms('jar') });
    expect(edited).toMatchObject({ removed: 0, kept: removed.removed });
  });

  it('compare the kind of change that the question and the subject state', () => {
    expect(describeCommit('Drop unused state')).toMatchObject({ removesAsAsked: 1, addsUnasked: 0 });
    expect(describeCommit('Add a state')).toMatchObject({ removesAsAsked: 0, addsUnasked: 1 });
  });
});

describe.each([true, false])('the score, with changed words: %s', (hasChangedWords) => {
  const score = (...input: Parameters<typeof describeCommit>) =>
    scoreChange(describeCommit(...input), hasChangedWords);

  it('is higher for a subject with more of the question', () =>
    expect(score('Remove the cookie jar')).toBeGreaterThan(score('Remove the session')));

  it('is lower for a merge', () =>
    expect(score('Remove the cookie jar', nothing, ['p', 'q'])).toBeLessThan(score('Remove the cookie jar')));
});

it('the lines decide between equal messages only if they are known', () => {
  const silent = describeCommit('Clean up');
  const removing = describeCommit('Clean up', { ...nothing, removed: terms('cookie', 'jar', 'session') });
  expect(scoreChange(removing, true)).toBeGreaterThan(scoreChange(silent, true));
  expect(scoreChange(removing, false)).toBe(scoreChange(silent, false));
});
