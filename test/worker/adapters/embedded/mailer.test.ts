/** Tests mail that is written to the server's log. */
import { describe } from 'vitest';
import { createLogMailer } from '../../../../worker/adapters/embedded/mailer.ts';
import { mailerContract } from '../../../contracts/mailer.ts';

describe('mail in the log', () => {
  mailerContract(async () => {
    const lines: string[] = [];
    return {
      mailer: createLogMailer((line) => void lines.push(line)),
      received: () =>
        lines.map((line) => {
          const { to, subject, text } = JSON.parse(line) as Record<'to' | 'subject' | 'text', string>;
          return { to, subject, text };
        }),
    };
  });
});
