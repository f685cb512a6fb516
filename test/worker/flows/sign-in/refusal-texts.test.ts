/** The words for refused requests about accounts. */
import { expect, test } from 'vitest';
import { describeRefusal } from '../../../../worker/flows/sign-in/refusal-texts.ts';

const refuse = (reason: string) =>
  describeRefusal({ status: 400, reason, message: 'Words of the library', retryAfterSeconds: undefined });

test.each(['INVALID_TOKEN', 'INVALID_OTP', 'OTP_EXPIRED', 'TOO_MANY_ATTEMPTS', 'INVALID_EMAIL_OR_PASSWORD'])(
  'for %s says what happened and what to do, without words of the library',
  (reason) => {
    const { message, fix } = refuse(reason);
    expect(message).not.toContain('library');
    expect(fix).toMatch(/(?:Request|Correct|Enter) .*\.$/);
    expect(`${message} ${fix}`).not.toMatch(/token|OTP|details/);
  },
);

test('for an unknown reason uses the words of the library, as a sentence', () => {
  expect(refuse('SOMETHING_NEW')).toEqual({ message: 'Words of the library.' });
});
