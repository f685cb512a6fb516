/** A question about everything is told to be narrower, and how. */
import { expect, it } from 'vitest';
import { narrow } from '../../../worker/answering/narrow.ts';

it('points to the questions where there are any, and claims nothing', () => {
  expect(narrow(['What is this project?'])).toContain('one of the questions below');
  expect(narrow([])).not.toContain('below');
  expect(narrow([])).not.toContain('[chunk:');
});
