/** An answer's subjects are the names in the question, or else its topic and the best evidence. */
import { expect, it } from 'vitest';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import { rewriteFollowUp } from '../../../../worker/retrieval/follow-up/rewrite-follow-up.ts';
import { findAnswerSubjects } from '../../../../worker/retrieval/question/answer-subjects.ts';
import { createEvidence } from '../../../support/samples/evidence.ts';
import { symbolRow } from '../../../support/samples/questions.ts';

const signer = createEvidence({ file: 'x\n', path: 'src/sessions.py', symbol: 'SessionSigner' });
const readme = createEvidence({ file: 'x\n', path: 'README.md', kind: 'docs', symbol: 'Guide > Install' });

it('lists the names in the question in their order, and prefers exact matches to suffix matches', () => {
  const likelyDefinitions = [
    symbolRow('src/b.py', 'App.decode'),
    symbolRow('src/a.py', 'encode'),
    symbolRow('src/a.py', 'decode'),
  ];
  const found = { question: readQuestion('How do `encode` and `decode` differ?'), likelyDefinitions };
  expect(findAnswerSubjects(found, [signer]).map(({ name }) => name)).toEqual([
    'encode',
    'decode',
    'App.decode',
    'SessionSigner',
    'src/sessions.py',
  ]);
});

it('lists the files named in the question', () => {
  const found = { question: readQuestion('What is in sessions.py?'), likelyDefinitions: [] };
  expect(findAnswerSubjects(found, [signer])[0]).toEqual({
    name: 'src/sessions.py',
    kind: 'file',
    path: 'src/sessions.py',
  });
});

it('otherwise lists the topic, then the definition and file of the best evidence', () => {
  const found = { question: readQuestion('How are sessions signed?'), likelyDefinitions: [] };
  expect(findAnswerSubjects(found, [readme, signer])).toEqual([
    { name: 'the signing of sessions', kind: 'topic', path: undefined },
    { name: 'SessionSigner', kind: 'symbol', path: 'src/sessions.py' },
    { name: 'README.md', kind: 'file', path: 'README.md' },
  ]);
});

it('lists the project for an overview question, so that a follow-up can refer to it', () => {
  const subjects = findAnswerSubjects(
    { question: readQuestion('What is this project?'), likelyDefinitions: [] },
    [readme],
  );
  const [text] = [
    rewriteFollowUp('how is it tested?', [{ question: 'What is this project?', subjects }]).text,
  ];
  expect(text).toBe('How is this project tested?');
});

it('lists at most five unique subjects', () => {
  const likelyDefinitions = Array.from({ length: 9 }, (_, index) => symbolRow(`src/${index}.py`, 'App.run'));
  const found = { question: readQuestion('How do `a`, `b`, `c` and `App.run` work?'), likelyDefinitions };
  const subjects = findAnswerSubjects(found, [signer, readme]);
  expect(new Set(subjects.map(({ kind, name }) => `${kind} ${name}`)).size).toBe(subjects.length);
  expect(subjects.length).toBeLessThanOrEqual(5);
});
