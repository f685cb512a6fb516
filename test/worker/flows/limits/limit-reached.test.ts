import { expect, it } from 'vitest';
import { createLimitError } from '../../../../worker/flows/limits/limit-reached.ts';

const resetsAt = Date.UTC(2026, 10, 29);
const standing = { used: 0, left: 0, resetsAt };

it.each([
  ['questions', 1, '1 question a day'],
  ['tokens', 5_000, '5000 tokens a month'],
  ['repositories', 1, '1 repository a day'],
  ['microdollars', 1_500_000, '1.5 dollars a day'],
] as const)('names the limit of %s with its period', (measure, limit, text) => {
  const exceeded = { ...standing, measure, limit };
  const viewer = { kind: 'anonymous', id: 'a', addressId: 'a' } as const;
  const { message } = createLimitError(viewer, { exceeded, subject: 'account' }, 0);
  expect(message).toBe(`This address has used its ${text}. The limit resets at 2026-11-29 00:00 UTC.`);
});
