/** The client calls for signing in, and for sessions. A browser sends and stores the cookie of the session by itself. */
import type { z } from '@hono/zod-openapi';
import { jsonBody } from '../encode-request.ts';
import type { methodsSchema, sessionSchema, signUpSchema } from './schema.ts';

export type SignInMethods = z.infer<typeof methodsSchema>;
export type Session = z.infer<typeof sessionSchema>;
export type SignUp = z.input<typeof signUpSchema>;

export function signInCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  const get = async <T>(path: string): Promise<T> => (await request(path)).json() as Promise<T>;
  const post = async (path: string, body: unknown, headers?: HeadersInit): Promise<Response> =>
    request(`/v1/auth${path}`, jsonBody(body, headers));
  return {
    signInMethods: () => get<SignInMethods>('/v1/auth/methods'),
    /** @param humanCheckToken the token of the check for people, if the deployment has one */
    signUp: async (body: SignUp, humanCheckToken?: string): Promise<void> => {
      const headers = humanCheckToken === undefined ? undefined : { 'x-human-check': humanCheckToken };
      await post('/sign-up/email', body, headers);
    },
    sendVerificationLink: async (email: string, callbackURL: string): Promise<void> => {
      await post('/send-verification-email', { email, callbackURL });
    },
    signIn: async (email: string, password: string): Promise<void> => {
      await post('/sign-in/email', { email, password });
    },
    requestSignInCode: async (email: string): Promise<void> => {
      await post('/email-otp/send-verification-otp', { email, type: 'sign-in' });
    },
    signInWithCode: async (email: string, otp: string): Promise<void> => {
      await post('/sign-in/email-otp', { email, otp });
    },
    /** @returns the address at GitHub to open */
    startGitHubSignIn: async (callbackURL: string, errorCallbackURL: string): Promise<string> => {
      const response = await post('/sign-in/social', { provider: 'github', callbackURL, errorCallbackURL });
      return ((await response.json()) as { url: string }).url;
    },
    requestPasswordReset: async (email: string): Promise<void> => {
      await post('/request-password-reset', { email });
    },
    resetPassword: async (token: string, newPassword: string): Promise<void> => {
      await post('/reset-password', { token, newPassword });
    },
    changePassword: async (currentPassword: string, newPassword: string): Promise<void> => {
      await post('/change-password', { currentPassword, newPassword, revokeOtherSessions: true });
    },
    updateName: async (name: string): Promise<void> => {
      await post('/update-user', { name });
    },
    /** The id of the session of this browser; undefined without one. */
    currentSessionId: async (): Promise<string | undefined> =>
      (await get<{ session: Session } | null>('/v1/auth/get-session'))?.session.id,
    listSessions: () => get<Session[]>('/v1/auth/list-sessions'),
    revokeSession: async (token: string): Promise<void> => {
      await post('/revoke-session', { token });
    },
    revokeOtherSessions: async (): Promise<void> => {
      await post('/revoke-other-sessions', {});
    },
    signOut: async (): Promise<void> => {
      await post('/sign-out', {});
    },
  };
}
