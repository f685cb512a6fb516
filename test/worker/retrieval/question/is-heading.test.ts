import { describe, expect, it } from 'vitest';
import { isHeading } from '../../../../worker/retrieval/question/is-heading.ts';

describe('isHeading', () => {
  it.each([
    'how plugins are loaded at startup',
    'How the scheduler picks the next job',
    'where retries get counted',
    'how a cursor moves between pages of results',
  ])('recognizes a clause that describes code: %s', (text) => {
    expect(isHeading(text)).toBe(true);
  });

  it.each([
    'how are plugins loaded at startup',
    "how's the next job picked",
    'how the scheduler picks the next job?',
    'how many retries before a job is dropped',
    'why does my job run twice',
    'where my retries get counted',
    'plugin loading at startup',
    'explain how plugins are loaded',
  ])('does not take a question or keywords for one: %s', (text) => {
    expect(isHeading(text)).toBe(false);
  });
});
