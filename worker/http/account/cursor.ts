/** Cursors of lists that are ordered by time and id. */

import { AppError } from '../../core/errors.ts';

interface Cursor {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly id: string;
}

export function writeCursor({ time, id }: Cursor): string {
  return `${time}.${id}`;
}

/** @throws AppError `invalid_request` */
export function readCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined;
  const [, time, id] = /^(\d{1,15})\.(.{1,100})$/.exec(text) ?? [];
  if (time !== undefined && id !== undefined) return { time: Number(time), id };
  throw new AppError('invalid_request', 'cursor: it is not one that this route has returned.');
}
