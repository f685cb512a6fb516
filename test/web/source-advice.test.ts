import { expect, test } from 'vitest';
import { heldIdOf, meantOf, sourceAdvice } from '../../web/src/lib/features/sources/source-advice.ts';

const problem = (code: string, details = {}) => ({
  code,
  details,
  title: 't',
  detail: 'd',
  fix: 'of the API',
});

test('what was indexed a short while ago is told in the words of the app, with the way to it', () => {
  const soon = problem('refresh_too_soon', { id: 'r1' });
  expect(sourceAdvice(soon)).toMatchObject({ title: 'It was indexed a short while ago', detail: 'd' });
  expect(sourceAdvice(soon).fix).not.toContain('API');
  expect(heldIdOf(soon)).toBe('r1');
  expect(heldIdOf(problem('source_invalid', { id: 'r1' }))).toBeUndefined();
});

test('a site that could not be taken is nothing one uploads', () => {
  expect(sourceAdvice(problem('crawl_empty')).fix).not.toMatch(/upload/i);
});

test('what may have been meant is offered where the server asks', () => {
  expect(meantOf(problem('source_invalid', { didYouMean: 'github.com/a/b' }))).toBe('github.com/a/b');
  expect(meantOf(problem('source_invalid', { didYouMean: 1 }))).toBeUndefined();
  expect(meantOf(problem('source_invalid'))).toBeUndefined();
});
