/** A question about everything is told to be narrower, and how. */
import { expect, it } from 'vitest';
import { askToNarrow } from '../../../../worker/answering/compose/decline.ts';

it('points to the questions where there are any, and claims nothing', () => {
  expect(askToNarrow(['What is this project?'])).toContain('one of the questions below');
  expect(askToNarrow([])).not.toContain('below');
  expect(askToNarrow([])).not.toContain('[chunk:');
});
