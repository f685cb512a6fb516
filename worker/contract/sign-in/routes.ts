/**
 * The routes about accounts. better-auth answers them; only those listed here are reachable. A browser that uses them sends its Origin, which must
 * be that of the deployment.
 */

import { createRoute, json } from '../create-route.ts';
import { get, link, post, tags, type AccountRoute } from './account-route.ts';
import {
  callbackQuery,
  changePasswordSchema,
  currentSessionSchema,
  emailSchema,
  emptySchema,
  methodsSchema,
  redirectSchema,
  requestCodeSchema,
  resendLinkSchema,
  resetPasswordSchema,
  revokeSessionSchema,
  sessionsSchema,
  signedInSchema,
  signInSchema,
  signInWithCodeSchema,
  signInWithGitHubSchema,
  signUpSchema,
  statusSchema,
  updateUserSchema,
  verifyEmailQuery,
} from './schema.ts';

const signedIn = { response: signedInSchema, meaning: 'Signed in; the session is in a cookie' };
const done = { response: statusSchema, meaning: 'Done' };
const mailed = {
  response: statusSchema,
  meaning: 'A mail is sent if the address can receive one. The response is the same for unknown addresses',
};

export const signInMethodsRoute = createRoute({
  operationId: 'listSignInMethods',
  tags,
  summary: 'List the ways to sign in',
  description:
    'Returns the ways to sign in that this deployment offers, and the site key of the check that a sign-up needs, if there is one.',
  method: 'get',
  path: '/v1/auth/methods',
  'x-action': 'open',
  'x-errors': ['accounts_disabled'],
  responses: { 200: json(methodsSchema, 'The ways to sign in that this deployment offers') },
});

export const signUpRoute = post('/sign-up/email', signUpSchema, {
  operationId: 'signUp',
  summary: 'Sign up with a password',
  description:
    'Creates an account and mails a link that confirms the address. If the deployment checks that you are a person, send the token of the check in `X-Human-Check`.',
  response: signedInSchema,
  meaning:
    'A mail with a link is sent. The response is the same if the address already has an account. The link works in the browser that signed up',
});

/** Every route that better-auth answers. */
export const accountRoutes: readonly AccountRoute[] = [
  signUpRoute,
  link('/verify-email', verifyEmailQuery, {
    operationId: 'confirmEmail',
    summary: 'Confirm an e-mail address',
    description: 'The link of a mail leads here. It confirms the address, and redirects to the app.',
  }),
  post('/send-verification-email', resendLinkSchema, {
    operationId: 'resendConfirmation',
    summary: 'Send the link that confirms an address again',
    description: 'Mails another link that confirms the address of a new account.',
    ...mailed,
  }),
  post('/sign-in/email', signInSchema, {
    operationId: 'signInWithPassword',
    summary: 'Sign in with a password',
    description: 'Starts a session, and returns it as a cookie. The address must be confirmed.',
    ...signedIn,
  }),
  post('/email-otp/send-verification-otp', requestCodeSchema, {
    operationId: 'requestCode',
    summary: 'Request a code by e-mail',
    description: 'Mails a code with which the user signs in without a password.',
    ...mailed,
  }),
  post('/sign-in/email-otp', signInWithCodeSchema, {
    operationId: 'signInWithCode',
    summary: 'Sign in with a code',
    description: 'Starts a session with the code of a mail. It also confirms the address.',
    ...signedIn,
  }),
  post('/sign-in/social', signInWithGitHubSchema, {
    operationId: 'signInWithGitHub',
    summary: 'Sign in with GitHub',
    description:
      'Returns the address at GitHub to open in the same browser. GitHub then redirects back here.',
    response: redirectSchema,
    meaning: 'The address at GitHub to open in the same browser',
  }),
  link('/callback/github', callbackQuery, {
    operationId: 'returnFromGitHub',
    summary: 'Return from GitHub',
    description: 'GitHub redirects the browser here after a sign-in. Programs do not call it.',
  }),
  post('/request-password-reset', emailSchema, {
    operationId: 'requestPasswordReset',
    summary: 'Request a link to reset the password',
    description: 'Mails a link to a page where the user chooses a new password.',
    ...mailed,
  }),
  post('/reset-password', resetPasswordSchema, {
    operationId: 'resetPassword',
    summary: 'Choose a new password with the token of a link',
    description: 'Sets a new password, and ends all sessions of the account.',
    response: statusSchema,
    meaning: 'The password is changed, and all sessions have ended',
  }),
  post('/change-password', changePasswordSchema, {
    operationId: 'changePassword',
    'x-session-only': true,
    summary: 'Change the password',
    description: 'Sets a new password if the current one is right.',
    response: signedInSchema,
    meaning: 'The password is changed',
  }),
  post('/update-user', updateUserSchema, {
    operationId: 'updateUser',
    'x-session-only': true,
    summary: 'Change the name',
    description: 'Changes the name that the app shows.',
    ...done,
  }),
  get('/get-session', {
    operationId: 'getSession',
    summary: 'Read the current session',
    description: 'Returns the session of the cookie and its user, or null without a session.',
    response: currentSessionSchema,
    meaning: 'The session and its user; null without one',
  }),
  get('/list-sessions', {
    operationId: 'listSessions',
    'x-session-only': true,
    summary: 'List the sessions',
    description: 'Lists all sessions of the user, one for each browser that is signed in.',
    response: sessionsSchema,
    meaning: 'All sessions of the user',
  }),
  post('/revoke-session', revokeSessionSchema, {
    operationId: 'revokeSession',
    'x-session-only': true,
    summary: 'End one session',
    description: 'Signs one browser out, by the token that “List the sessions” returns.',
    ...done,
  }),
  post('/revoke-other-sessions', emptySchema, {
    operationId: 'revokeOtherSessions',
    'x-session-only': true,
    summary: 'End all other sessions',
    description: 'Signs all browsers of the user out, except the one that sends the request.',
    ...done,
  }),
  post('/revoke-sessions', emptySchema, {
    operationId: 'revokeSessions',
    'x-session-only': true,
    summary: 'End all sessions',
    description: 'Signs all browsers of the user out.',
    ...done,
  }),
  post('/sign-out', emptySchema, {
    operationId: 'signOut',
    summary: 'Sign out',
    description: 'Ends the session of the cookie, and removes the cookie.',
    ...done,
  }),
];
