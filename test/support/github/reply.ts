/** A reply before it is sent: JSON, bytes, a stream, or no body. */

import type { Readable } from 'node:stream';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | Readable | undefined;
}

export const json = (
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
  status = 200,
): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: Buffer.from(JSON.stringify(value)),
});

export const bytes = (
  body: Uint8Array,
  type: string,
  headers: Readonly<Record<string, string>> = {},
): Reply => ({
  status: 200,
  headers: { 'content-type': type, ...headers },
  body,
});

export const redirect = (location: string, status = 302): Reply => ({
  status,
  headers: { location, 'content-type': 'text/html;charset=utf-8' },
  body: Buffer.alloc(0),
});
