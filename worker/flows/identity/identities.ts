/** Finds who a credential belongs to. Only a hosted deployment has identities; in open mode everyone is one viewer. */

import type { Viewer } from '../../core/viewer.ts';

/** What a request shows of its sender. */
export interface Credentials {
  readonly headers: Headers;
  /** The secret of the `Authorization: Bearer` header. */
  readonly bearer: string | undefined;
  /** The origin of the web page that sent the request. */
  readonly origin: string | undefined;
  /** The client's IP address; empty if it is unknown. */
  readonly address: string;
  /** The value of the visitor cookie. */
  readonly visitor: string | undefined;
}

export interface Identities {
  /** @throws AppError `key_refused` */
  identify(credentials: Credentials): Promise<Viewer>;
  /** The viewer of a request without any credential. */
  identifyVisitor(credentials: Pick<Credentials, 'address' | 'visitor'>): Promise<Viewer>;
}
