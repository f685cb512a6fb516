/** Explains the `error` in the address of the sign-in page, to which the server redirects if a link or GitHub cannot sign someone in. */

export interface SignInError {
  readonly title: string;
  readonly detail: string;
  readonly fix: string;
}

const interrupted: SignInError = {
  title: 'The sign-in was interrupted',
  detail: 'It was started in another browser or too long ago, or it is already complete.',
  fix: 'Start again, in one browser.',
};
const expiredLink: SignInError = {
  title: 'This link no longer works',
  detail: 'A link is valid for one hour and works once.',
  fix: 'Sign in with your password, which sends a new link, or with a code.',
};

const errors: Readonly<Record<string, SignInError>> = {
  other_browser: {
    title: 'Open the link in the browser in which you signed up',
    detail: 'The link confirms an address only in that browser, so that nobody else can use it.',
    fix: 'Open it there, or sign in here with a code by e-mail.',
  },
  access_denied: {
    title: 'GitHub did not sign you in',
    detail: 'You declined, or closed GitHub’s page.',
    fix: 'Try again, or sign in by e-mail.',
  },
  email_not_found: {
    title: 'Your GitHub account has no verified e-mail address',
    detail: 'A verified primary address is needed, because it identifies your account here.',
    fix: 'Verify it in GitHub’s settings, or sign in by e-mail.',
  },
  invalid_code: {
    title: 'GitHub did not confirm the sign-in',
    detail: 'GitHub rejected the code, or did not answer.',
    fix: 'Try again. If it fails again, sign in by e-mail.',
  },
  unable_to_get_user_info: {
    title: 'GitHub did not return your account',
    detail: 'It did not answer, or its answer was incomplete.',
    fix: 'Try again in a moment, or sign in by e-mail.',
  },
  state_mismatch: interrupted,
  state_not_found: interrupted,
  please_restart_the_process: interrupted,
  token_expired: expiredLink,
  invalid_token: expiredLink,
};

/** @returns undefined if the address has no error */
export function explainSignInError(code: string | null): SignInError | undefined {
  if (code === null || code === '') return undefined;
  return (
    errors[code.toLowerCase()] ?? {
      title: 'The sign-in failed',
      detail: `The server reported \`${code.slice(0, 60).replaceAll('`', '')}\`.`,
      fix: 'Try again, or choose another way to sign in.',
    }
  );
}
