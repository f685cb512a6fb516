/** Writes mail to the server's log instead of sending it, so that a local server with accounts needs no mail server. */

import type { Mailer } from '../../ports/identity/mailer.ts';

/** @param log receives one line of JSON */
export function createLogMailer(log: (line: string) => void): Mailer {
  return {
    async send({ to, subject, text }) {
      log(JSON.stringify({ event: 'mail', to, subject, text }));
    },
  };
}
