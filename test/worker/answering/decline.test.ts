/** A refusal says what was searched, what is nowhere and what comes nearest, and claims nothing. */
import { expect, it } from 'vitest';
import { decline } from '../../../worker/answering/decline.ts';

const searched = { files: 1_234, skipped: 1, chunks: 1, hits: 0, missing: [], nearest: [] };

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
