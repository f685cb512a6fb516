/** Requests and responses of the routes about accounts, below `/v1/auth`. */

import { z } from '@hono/zod-openapi';

const email = z.email().max(254).openapi({ example: 'ann@example.org' });
const password = z
  .string()
  .min(1)
  .max(128)
  .openapi({ description: 'New passwords have at least 10 characters.' });
/** Only a path: an answer never redirects to another site. */
const path = z
  .string()
  .max(2_000)
  .regex(/^\/(?![/\\])/, 'It must be a path of this deployment that begins with one /')
  .openapi({ example: '/dashboard' });
const name = z.string().trim().min(1).max(100).openapi({ example: 'Ann' });
const token = z.string().min(1).max(2_000);

export const signUpSchema = z.strictObject({
  name,
  email,
  password,
  callbackURL: path.optional().openapi({ description: 'The page that opens after the confirmation.' }),
});
export const signInSchema = z.strictObject({ email, password });
export const requestCodeSchema = z.strictObject({ email, type: z.literal('sign-in') });
export const signInWithCodeSchema = z.strictObject({
  email,
  otp: z.string().regex(/^\d{6}$/, 'It must be six digits'),
  name: name.optional().openapi({ description: 'Used if the account is new.' }),
});
export const signInWithGitHubSchema = z.strictObject({
  provider: z.literal('github'),
  callbackURL: path.optional().openapi({ description: 'The page that opens after the sign-in.' }),
  errorCallbackURL: path.optional().openapi({
    description: 'The page that opens with `?error=` if the sign-in fails; `/sign-in` by default.',
  }),
});
export const emailSchema = z.strictObject({ email });
export const resendLinkSchema = z.strictObject({ email, callbackURL: path.optional() });
export const resetPasswordSchema = z.strictObject({ token, newPassword: password });
export const changePasswordSchema = z.strictObject({
  currentPassword: password,
  newPassword: password,
  revokeOtherSessions: z.boolean().optional(),
});
export const updateUserSchema = z.strictObject({ name });
export const revokeSessionSchema = z.strictObject({ token });
export const emptySchema = z.strictObject({});

export const verifyEmailQuery = z.object({ token, callbackURL: path.optional() });
/** GitHub adds these to the address that it redirects to. */
export const callbackQuery = z.object({
  code: z.string().max(500).optional(),
  state: z.string().max(500).optional(),
  error: z.string().max(500).optional(),
  error_description: z.string().max(2_000).optional(),
  error_uri: z.string().max(2_000).optional(),
  iss: z.string().max(500).optional(),
});

export const methodsSchema = z
  .object({
    methods: z.array(z.enum(['password', 'code', 'github'])),
    humanCheck: z
      .object({ kind: z.literal('turnstile'), siteKey: z.string() })
      .nullable()
      .openapi({ description: 'The check that a sign-up needs; its token is sent in `X-Human-Check`.' }),
  })
  .openapi('SignInMethods');

export const userSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    image: z.string().nullish(),
    isAdmin: z.boolean().optional(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .openapi('User');

export const sessionSchema = z
  .object({
    id: z.string(),
    token: z.string().openapi({ description: 'Names the session. It is not a credential.' }),
    userId: z.string(),
    expiresAt: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
    ipAddress: z.string().nullish(),
    userAgent: z.string().nullish(),
  })
  .openapi('Session');

export const signedInSchema = z.object({
  token: z.string().nullable(),
  user: userSchema,
  redirect: z.boolean().optional(),
});
export const redirectSchema = z.object({ url: z.string(), redirect: z.boolean() });
export const statusSchema = z.object({
  status: z.boolean().optional(),
  success: z.boolean().optional(),
  message: z.string().optional(),
});
export const currentSessionSchema = z.object({ session: sessionSchema, user: userSchema }).nullable();
export const sessionsSchema = z.array(sessionSchema);
