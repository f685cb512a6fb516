/** Tests mail through an API like Resend's, over real HTTP on loopback, with its faults. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { createResendMailer, type ResendMailerOptions } from '../../../../worker/adapters/resend/mailer.ts';
import { AppError } from '../../../../worker/core/errors.ts';
import type { Mailer } from '../../../../worker/ports/identity/mailer.ts';
import { mailerContract } from '../../../contracts/mailer.ts';
import { startMailApi, type MailApi, type MailFault } from '../../../support/accounts/start-mail-api.ts';

const key = 're_secret_of_the_deployment';
const mail = { to: 'ann@example.org', subject: 'Hello', text: 'Hello.', html: '<p>Hello.</p>' };

async function open(options: Partial<ResendMailerOptions> = {}): Promise<{ api: MailApi; mailer: Mailer }> {
  const api = await startMailApi(key);
  onTestFinished(() => api.close());
  const from = 'Wherefore <no-reply@example.org>';
  return { api, mailer: createResendMailer({ url: api.url, key, from, fetch, ...options }) };
}

async function failure(sent: Promise<void>): Promise<AppError> {
  const thrown: unknown = await sent.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof AppError)) throw new Error('The mail was sent.');
  return thrown;
}

describe('mail through the API', () => {
  mailerContract(async () => {
    const { api, mailer } = await open();
    return {
      mailer,
      received: () =>
        api.mails.map(({ to, subject, text = '', html }) => ({
          to: [to].flat().join(),
          subject,
          text,
          html,
        })),
    };
  });

  it.each([
    ['limited', 'mail_unavailable', true],
    ['broken', 'mail_unavailable', true],
    ['refused', 'mail_refused', false],
  ] as const)('fails if the API is %s, with %s', async (fault: MailFault, code, retryable) => {
    const { api, mailer } = await open();
    api.fault = fault;
    const error = await failure(mailer.send(mail));
    expect([error.code, error.retryable]).toEqual([code, retryable]);
    expect(JSON.stringify([error.message, error.details])).not.toContain(key);
  });

  it('fails in time if the API does not answer, or is not there', async () => {
    const { api, mailer } = await open({ timeoutMs: 50 });
    api.fault = 'silence';
    expect((await failure(mailer.send(mail))).code).toBe('mail_unavailable');
    await api.close();
    expect((await failure(mailer.send(mail))).code).toBe('mail_unavailable');
  });

  it('is refused with a wrong key or sender', async () => {
    const wrongKey = await open({ key: 'wrong' });
    expect((await failure(wrongKey.mailer.send(mail))).code).toBe('mail_refused');
    const wrongSender = await open({ from: 'nobody' });
    const error = await failure(wrongSender.mailer.send(mail));
    expect(error.code).toBe('mail_refused');
    expect(error.message).toContain('from');
  });
});
