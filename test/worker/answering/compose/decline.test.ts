/** A declined answer reports the search and the nearest names without making a claim. */
import { expect, it } from 'vitest';
import { askToNarrow, decline } from '../../../../worker/answering/compose/decline.ts';

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

it('reports what was searched', () => {
  expect(decline(searched)).toBe(
    'This repository does not contain an answer to that question.\n\n' +
      'Searched: 1,234 files in 1 piece (1 file skipped); 0 spans matched some word of the question, none enough of it.',
  );
});

it('lists missing words and the nearest names', () => {
  const nearest = [{ name: 'Flask.run', path: 'src/app.py' }];
  const text = decline({ ...searched, missing: ['kafka', 'rebalance'], nearest });
  expect(text).toContain('Not found: `kafka`, `rebalance`.');
  expect(text).toContain('Nearest names: `Flask.run` in `src/app.py`.');
  expect(text).not.toContain('[chunk:');
});

it('lists requested files that are empty', () => {
  expect(decline({ ...searched, empty: ['src/__init__.py'] })).toContain(
    '`src/__init__.py` is there, and is empty.',
  );
});

it('explains why requested files were skipped and counts all skipped files', () => {
  const leftOut = [{ path: 'logo.png', reason: 'binary', detail: 'a PNG image' }] as const;
  const text = decline({ ...searched, skipped: 8, leftOut, skippedByReason: { 'lock-file': 2, binary: 6 } });
  expect(text).toContain('`logo.png` was skipped during indexing (binary): a PNG image.');
  expect(text).toContain('(8 files skipped: 6 binary, 2 lock file)');
  expect(text).not.toContain('does not contain an answer');
});

it('names the model that declined and makes no statement about the rest of the repository', () => {
  const text = decline({ ...searched, hits: 155 }, { model: 'compatible/demo', passages: 12 });
  expect(text).toBe(
    '`compatible/demo` found no answer in the evidence: it was given 12 passages.\n\n' +
      'Searched: 1,234 files in 1 piece (1 file skipped); 155 spans matched some word of the question.',
  );
});

it('suggests narrower questions if there are any, and makes no claim', () => {
  expect(askToNarrow(['What is this project?'])).toContain('one of the questions below');
  expect(askToNarrow([])).not.toContain('below');
  expect(askToNarrow([])).not.toContain('[chunk:');
});
