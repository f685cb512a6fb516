/** A refusal says what was searched, what is nowhere and what comes nearest, and claims nothing. */
import { expect, it } from 'vitest';
import { decline } from '../../../../worker/answering/compose/decline.ts';

const searched = {
  files: 1_234,
  skipped: 1,
  chunks: 1,
  hits: 0,
  missing: [],
  empty: [],
  leftOut: [],
  skippedByReason: {},
  nearest: [],
};

it('says what was searched', () => {
  expect(decline(searched)).toBe(
    'This repository does not hold an answer to that.\n\n' +
      'Searched: 1,234 files in 1 piece (1 file skipped); 0 spans matched some word of the question, none enough of it.',
  );
});

it('says what is nowhere, and what comes nearest', () => {
  const nearest = [{ name: 'Flask.run', path: 'src/app.py' }];
  const text = decline({ ...searched, missing: ['kafka', 'rebalance'], nearest });
  expect(text).toContain('Found nowhere: `kafka`, `rebalance`.');
  expect(text).toContain('Nearest names: `Flask.run` in `src/app.py`.');
  expect(text).not.toContain('[chunk:');
});

it('says which of the files asked about are empty', () => {
  expect(decline({ ...searched, empty: ['src/__init__.py'] })).toContain(
    '`src/__init__.py` is there, and is empty.',
  );
});

it('says which of the files asked about were left out and why, and of the others how many', () => {
  const leftOut = [{ path: 'logo.png', reason: 'binary', detail: 'a PNG image' }] as const;
  const text = decline({ ...searched, skipped: 8, leftOut, skippedByReason: { 'lock-file': 2, binary: 6 } });
  expect(text).toContain('`logo.png` was left out of the index (binary): a PNG image.');
  expect(text).toContain('(8 files skipped: 6 binary, 2 lock file)');
  expect(text).not.toContain('does not hold an answer');
});

it('where a model declined says who, of how much, and nothing of the rest of the repository', () => {
  const text = decline({ ...searched, hits: 155 }, { model: 'compatible/demo', passages: 12 });
  expect(text).toBe(
    '`compatible/demo` found no answer in the evidence: it was given 12 passages.\n\n' +
      'Searched: 1,234 files in 1 piece (1 file skipped); 155 spans matched some word of the question.',
  );
});
