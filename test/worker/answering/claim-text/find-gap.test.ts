/** Only a statement about the evidence is a gap, and only its own clause is set apart. */
import { describe, expect, it } from 'vitest';
import { findGap, splitClauses } from '../../../../worker/answering/claim-text/find-gap.ts';

describe('a statement of what the evidence does not show', () => {
  it.each([
    'The evidence does not show how the pool is sized [chunk:none].',
    'The provided excerpts don’t say who calls it.',
    'None of the sources mentions a timeout [chunk:none].',
    'Nothing in the cited code explains the constant.',
    'Whether it retries is not stated in the evidence.',
    'Its default is not shown here.',
    'No passage covers the shutdown.',
    'The format of `job.body` lies outside the given evidence.',
    'The sources are silent on the format.',
    'The cited lines never mention `Retry-After`.',
    'The body of `flush` is not part of the evidence.',
    'Where it is configured cannot be seen: the given context does not include the settings file.',
  ])('is found in %j', (text) => {
    expect(findGap(text)).toBeDefined();
  });

  it.each([
    'The function does not show the password.',
    'The evidence shows that it never retries [chunk:e1].',
    'A missing source is not an error [chunk:e1].',
    'The file does not contain a trailing newline after it is written [chunk:e1].',
    'It does not document the option, because nobody sets it [chunk:e1].',
    'The code is not called from tests [chunk:e1].',
    'The parser ignores lines that do not mention a level [chunk:e1].',
    'If the context does not exist, `open` creates it [chunk:e1].',
  ])('is not found in %j', (text) => {
    expect(findGap(text)).toBeUndefined();
  });

  it('ends at the clause, so that other clauses are still checked', () => {
    expect(findGap('`open` waits; the evidence does not show for how long [chunk:e1].')).toMatchObject({
      statement: expect.stringContaining('how long'),
      rest: expect.stringContaining('`open` waits'),
    });
    expect(findGap('The source does not show a limit, it retries 17 times [chunk:e1].')?.rest).toContain(
      '17',
    );
    expect(findGap('`a; b` is run, but the source does not say when [chunk:e1]')?.rest).toContain(
      '`a; b` is run',
    );
    expect(findGap('The source does not say when, because `x` decides')?.rest).toContain('`x` decides');
  });

  it('is searched in bounded time', () => {
    for (const piece of [
      'the evidence ',
      'not ',
      'does not show ',
      '`',
      '“',
      'cited lines ',
      ', and ',
      ' and it ',
    ])
      expect(() => [findGap(piece.repeat(600)), splitClauses(piece.repeat(600))]).not.toThrow();
  });
});
