/** What the process ends with, so that scripts can tell one outcome from another. */

export const exitCodes = {
  ok: 0,
  /** The server, or the job it was given, failed. */
  failed: 1,
  /** The command line, the folder or the request was wrong. */
  usage: 2,
  /** No server answers at the address. */
  unreachable: 3,
  /** The question was declined, nothing matched, or there is no such repository. */
  notFound: 4,
  /** Of a receipt: something it cites is not as it says. */
  differs: 1,
  /** Of a receipt: its signature does not hold, or its key is not known. */
  unsigned: 3,
  /** Of a receipt: the clone does not have all it cites. */
  missing: 4,
  /** Stopped by Ctrl-C: 128 + SIGINT, as shells count. */
  interrupted: 130,
} as const;

export type ExitName = keyof typeof exitCodes;
