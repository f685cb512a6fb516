/** What callers read about invalid values: the value found, shortened, and what is allowed. */

import { z } from '@hono/zod-openapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeIssue } from '../../../worker/contract/describe-issue.ts';

const before = z.config();
beforeAll(() => void z.config({ customError: describeIssue }));
afterAll(() => void z.config({ customError: before.customError }));

const schema = z.strictObject({
  question: z.string().min(1).max(4_000).optional(),
  topK: z.coerce.number().int().max(300).optional(),
  weight: z.number().gt(0).optional(),
  languages: z.array(z.string()).max(2).optional(),
  mode: z.enum(['open', 'hosted']).optional(),
  email: z.email().optional(),
  modelKey: z.string().max(3).optional(),
  target: z.union([z.string(), z.array(z.string())]).optional(),
  own: z.string().max(3, 'Use a shorter name.').optional(),
});

describe('an invalid value', () => {
  it.each([
    [
      { question: 'x'.repeat(4_001) },
      `it has 4,001 characters ("${'x'.repeat(40)}…"), but at most 4,000 are allowed`,
    ],
    [{ question: '' }, 'it is empty, but must have at least 1 character'],
    [{ question: 5 }, 'it is 5, but must be a string'],
    [{ topK: 500 }, 'it is 500, but must be at most 300'],
    [{ topK: 'abc' }, 'it is no number, but must be a number'],
    [{ weight: 0 }, 'it is 0, but must be more than 0'],
    [{ languages: ['a', 'b', 'c'] }, 'it has 3 entries, but at most 2 are allowed'],
    [{ languages: 'go' }, 'it is "go", but must be a list'],
    [{ mode: 'closed' }, 'it is "closed", but must be one of "open", "hosted"'],
    [{ email: 'me' }, 'it is "me", but must be an e-mail address'],
    [{ modelKey: 'sk-very-secret' }, 'it has 14 characters (another value), but at most 3 are allowed'],
    [{ target: 7 }, 'it is 7, which has none of the allowed forms'],
    [{ own: 'long' }, 'Use a shorter name.'],
  ])('of %j is described', (value, expected) => {
    expect(schema.safeParse(value).error?.issues[0]?.message).toBe(expected);
  });

  it('names missing and unknown fields', () => {
    const strict = z.strictObject({ question: z.string(), mode: z.enum(['open']) });
    const messages = strict.safeParse({ quesion: 'x' }).error?.issues.map(({ message }) => message);
    expect(messages).toEqual([
      'it is missing; it must be a string',
      'it is missing; it must be "open"',
      '"quesion" is not a field here; did you mean "question"?',
    ]);
  });
});
