/** What the accounts of a deployment need. */

import type { Mailer } from '../../ports/identity/mailer.ts';

export interface AccountsOptions {
  readonly database: D1Database;
  /** Signs cookies and links; at least 32 characters. */
  readonly secret: string;
  /** The origin of the deployment, the only one that may send requests. */
  readonly publicUrl: string;
  readonly adminEmail: string | undefined;
  readonly mailer: Mailer;
  /** Undefined if the deployment does not offer it. */
  readonly github: GitHubClient | undefined;
  /** Maximum sign-ins a minute, and mails in ten minutes, for each client address. */
  readonly signInsPerMinute: number;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

/** An OAuth app at GitHub. */
export interface GitHubClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Such as `https://github.com`. */
  readonly url: string;
  /** Such as `https://api.github.com`. */
  readonly apiUrl: string;
  readonly fetch: typeof fetch;
}
