/** The environment variables of accounts, mail and the check for people, part of the table in `variables.ts`. */

export const accountVariables = [
  {
    name: 'AUTH_SECRET',
    default: '',
    meaning:
      'Hosted: signs sessions and links (a secret), at least 32 random characters; changing it ends all sessions. Required',
  },
  {
    name: 'ADMIN_EMAIL',
    default: '',
    meaning:
      'Hosted: the first sign-in with this e-mail address, once it is confirmed, makes the account an admin',
  },
  {
    name: 'MAIL_URL',
    default: '',
    meaning:
      'Hosted: the base address of Resend’s API, `https://api.resend.com`, or of one that is compatible; empty: mails are written to the server’s log',
  },
  { name: 'MAIL_KEY', default: '', meaning: 'Hosted: the key of the mail API (a secret)' },
  {
    name: 'MAIL_FROM',
    default: '',
    meaning: 'Hosted: the sender of mails, such as `Wherefore <no-reply@example.org>`',
  },
  {
    name: 'GITHUB_CLIENT_ID',
    default: '',
    meaning:
      'Hosted: the client id of a GitHub OAuth app for sign-in; its callback address is `PUBLIC_URL/v1/auth/callback/github`. It gets no access to repositories',
  },
  { name: 'GITHUB_CLIENT_SECRET', default: '', meaning: 'Hosted: the secret of that OAuth app' },
  {
    name: 'GITHUB_SIGN_IN_URL',
    default: 'https://github.com',
    meaning: 'Hosted: the address of GitHub’s sign-in pages',
  },
  {
    name: 'TURNSTILE_SITE_KEY',
    default: '',
    meaning: 'Hosted: the site key of Turnstile, which checks that people sign up; empty: no check',
  },
  { name: 'TURNSTILE_SECRET', default: '', meaning: 'Hosted: the secret key of Turnstile' },
  {
    name: 'TURNSTILE_URL',
    default: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    meaning: 'Hosted: the address that verifies Turnstile’s tokens',
  },
  {
    name: 'SIGN_INS_PER_MINUTE',
    default: '20',
    meaning:
      'Hosted: maximum sign-ins a minute, and maximum sign-ups and requests for mails in ten minutes, from one client address. Each e-mail address also has limits of its own',
  },
] as const;
