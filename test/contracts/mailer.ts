/** Contract of every mailer: a mail arrives once, complete and unchanged, whatever its texts contain. */

import { expect, it } from 'vitest';
import type { Mail, Mailer } from '../../worker/ports/identity/mailer.ts';

export interface OpenedMailer {
  readonly mailer: Mailer;
  /** What arrived, in order, without `html` if this way of sending has none. */
  received(): readonly (Omit<Mail, 'html'> & { readonly html?: string | undefined })[];
}

const mail: Mail = {
  to: 'ann@example.org',
  subject: 'Confirm your e-mail address',
  text: 'Open this link:\n\nhttps://code.example.org/?a=1&b="2"\n',
  html: '<p>Open <a href="https://code.example.org/?a=1&amp;b=2">this link</a></p>',
};

export function mailerContract(open: () => Promise<OpenedMailer>): void {
  it('delivers a mail once and unchanged', async () => {
    const { mailer, received } = await open();
    await mailer.send(mail);
    expect(received()).toHaveLength(1);
    expect({ html: mail.html, ...received()[0] }).toEqual(mail);
  });

  it('keeps the order, quotation marks, emoji and line ends of several mails', async () => {
    const { mailer, received } = await open();
    const texts = ['"quoted"', 'ünïcödé 🙂', 'a\nb', '{"json": true}'];
    for (const text of texts) await mailer.send({ ...mail, text });
    expect(received().map(({ text }) => text)).toEqual(texts);
  });
}
