/** A browser without pages: it stores cookies as browsers do, sends them with its Origin, and follows redirects one at a time. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { HostedServer } from './hosted-server.ts';
import type { ReceivedMail } from './start-mail-api.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** JSON, or undefined for another body. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** The target of a redirect. */
  readonly location: string | undefined;
}

const mailPollMs = 20;
const maxMailWaitMs = 10_000;

export class HttpBrowser {
  readonly #hosted: HostedServer;
  readonly cookies = new Map<string, string>();

  constructor(hosted: HostedServer) {
    this.#hosted = hosted;
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await this.sendRaw(method, path, {
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? (JSON.parse(text) as Record<string, unknown>) : undefined,
      location: response.headers.get('location') ?? undefined,
    };
  }

  /** The response as it is, after its cookies are stored. */
  readonly sendRaw = async (
    method: string,
    path: string,
    {
      headers,
      body,
    }: { readonly headers: Readonly<Record<string, string>>; readonly body: string | undefined },
  ): Promise<Response> => {
    const { url } = this.#hosted;
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(path, url), {
      method,
      redirect: 'manual',
      headers: {
        ...(cookie === '' ? {} : { cookie }),
        ...(method === 'GET' ? {} : { origin: url }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    this.#store(response.headers.getSetCookie());
    return response;
  };

  get(path: string): Promise<Answer> {
    return this.send('GET', path);
  }

  post(path: string, body: unknown = {}, headers?: Record<string, string>): Promise<Answer> {
    return this.send('POST', path, body, headers);
  }

  /** The e-mail address of the session; undefined without one. */
  async signedInAs(): Promise<string | undefined> {
    const { body } = await this.get('/v1/auth/get-session');
    return (body?.['user'] as { email?: string } | undefined)?.email;
  }

  signUp(email: string, password: string): Promise<Answer> {
    return this.post('/v1/auth/sign-up/email', { name: 'Ann', email, password, callbackURL: '/welcome' });
  }

  /** Requests a code and returns it from the mail. */
  async requestCode(email: string): Promise<string> {
    const { length } = this.#hosted.mail.mails;
    await this.post('/v1/auth/email-otp/send-verification-otp', { email, type: 'sign-in' });
    return /^(\d{6}) /.exec((await this.mail(length)).subject)?.[1] ?? '';
  }

  async signInWithCode(email: string): Promise<Answer> {
    const otp = await this.requestCode(email);
    return this.post('/v1/auth/sign-in/email-otp', { email, otp });
  }

  /** Waits for the mail with that index among all mails. */
  mail(index: number): Promise<ReceivedMail> {
    return waitForMail(this.#hosted, index);
  }

  /** Signs in with GitHub: opens GitHub's page, which redirects back. @returns the answer of the callback */
  async signInWithGitHub(): Promise<Answer> {
    return this.get(await this.openGitHub());
  }

  /** @returns the address at this server to which GitHub redirects */
  async openGitHub(): Promise<string> {
    const started = await this.post('/v1/auth/sign-in/social', {
      provider: 'github',
      callbackURL: '/dashboard',
    });
    const page = await fetch(String(started.body?.['url']), { redirect: 'manual' });
    await page.body?.cancel();
    return page.headers.get('location') ?? '';
  }

  #store(lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

/** Waits for the mail with that index among all mails. */
export async function waitForMail({ mail }: HostedServer, index: number): Promise<ReceivedMail> {
  const endsAt = performance.now() + maxMailWaitMs;
  while (performance.now() < endsAt) {
    const received = mail.mails[index];
    if (received !== undefined) return received;
    await sleep(mailPollMs);
  }
  throw new Error(`Mail ${index} did not arrive.`);
}

/** The link in a mail. */
export function linkOf({ text = '' }: ReceivedMail): string {
  return /https?:\S+/.exec(text)?.[0] ?? '';
}
