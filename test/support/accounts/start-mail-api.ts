/**
 * A mail API on loopback with Resend's `POST /emails` (https://resend.com/docs/api-reference/emails/send-email). It checks each request against the
 * documented schema and stores the mails.
 */

import { z } from 'zod';
import { sendJson, startLoopbackServer, type LoopbackServer } from './read-request.ts';

const addresses = z.union([z.email(), z.array(z.email()).min(1).max(50)]);
/** `name@domain`, or `Name <name@domain>`. */
const sender = z.string().regex(/^(?:[^<>]+ <[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/);
const mailSchema = z.strictObject({
  from: sender,
  to: addresses,
  subject: z
    .string()
    .min(1)
    .regex(/^[^\r\n]*$/),
  text: z.string().optional(),
  html: z.string().optional(),
  bcc: addresses.optional(),
  cc: addresses.optional(),
  reply_to: addresses.optional(),
  headers: z.record(z.string(), z.string()).optional(),
  tags: z.array(z.strictObject({ name: z.string(), value: z.string() })).optional(),
});

export type ReceivedMail = z.infer<typeof mailSchema>;

export type MailFault = 'none' | 'limited' | 'broken' | 'silence' | 'refused';

export interface MailApi extends LoopbackServer {
  readonly mails: ReceivedMail[];
  fault: MailFault;
}

export async function startMailApi(key: string): Promise<MailApi> {
  const mails: ReceivedMail[] = [];
  const state: { fault: MailFault } = { fault: 'none' };
  const server = await startLoopbackServer(({ method, url, headers, body }, response) => {
    const fail = (status: number, name: string, message = name): void =>
      sendJson(response, { statusCode: status, name, message }, status);
    if (state.fault === 'silence') return;
    if (state.fault === 'limited') return fail(429, 'rate_limit_exceeded');
    if (state.fault === 'broken') return fail(500, 'application_error');
    // A careless server repeats the credentials.
    if (state.fault === 'refused')
      return fail(403, 'invalid_api_key', `API key is invalid: ${headers.authorization ?? ''}`);
    if (method !== 'POST' || url.pathname !== '/emails') return fail(404, 'not_found');
    if (headers.authorization !== `Bearer ${key}`) return fail(401, 'missing_api_key');
    if (headers['content-type'] !== 'application/json') return fail(422, 'validation_error');
    const parsed = mailSchema.safeParse(JSON.parse(body));
    if (!parsed.success) return fail(422, 'validation_error', z.prettifyError(parsed.error));
    if (parsed.data.text === undefined && parsed.data.html === undefined)
      return fail(422, 'missing_required_field');
    mails.push(parsed.data);
    sendJson(response, { id: crypto.randomUUID() });
  });
  return Object.assign(state, server, { mails });
}
