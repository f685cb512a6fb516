/** What people read when a request about their account is refused, in place of the words of the library. Pure. */

import type { AccountRefusal } from '../../ports/identity/accounts.ts';

export interface RefusalText {
  readonly message: string;
  /** What to do; undefined if that of the error code fits. */
  readonly fix?: string;
}

const texts: Readonly<Record<string, RefusalText>> = {
  INVALID_TOKEN: {
    message: 'The link has expired, was used before or is incomplete.',
    fix: 'Request a new link.',
  },
  INVALID_OTP: {
    message: 'The code is wrong, was used before or is not the newest one.',
    fix: 'Enter the code of the newest mail, or request a new code.',
  },
  OTP_EXPIRED: { message: 'The code has expired. It is valid for five minutes.', fix: 'Request a new code.' },
  TOO_MANY_ATTEMPTS: { message: 'Three wrong codes ended this code.', fix: 'Request a new code.' },
  INVALID_EMAIL_OR_PASSWORD: {
    message: 'The e-mail address or the password is wrong.',
    fix: 'Correct them, reset the password, or sign in with a code by e-mail.',
  },
  INVALID_PASSWORD: {
    message: 'The current password is wrong.',
    fix: 'Correct it, or sign out and reset the password.',
  },
};

/** @returns the library's words for a reason that has no text here */
export function describeRefusal({ reason, message }: AccountRefusal): RefusalText {
  return texts[reason] ?? { message: `${message.replace(/\.$/, '')}.` };
}
