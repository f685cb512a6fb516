/** The texts of all mails about accounts, as text and as HTML without images or styles from elsewhere. */

import type { Mail } from '../../ports/identity/mailer.ts';

type Content = Omit<Mail, 'to'>;

/** @param url opens the deployment and confirms the address */
export function confirmAddressMail(url: string): Content {
  return compose('Confirm your e-mail address', [
    'Someone, probably you, created a Wherefore account with this e-mail address.',
    'To confirm the address, open this link within one hour, in the browser in which you signed up:',
    link(url),
    'If you did not sign up, ignore this mail. Without the confirmation, the account cannot be used.',
  ]);
}

/** For a sign-up with the address of an existing account. The answer to the sign-up does not show that there is one. */
export function existingAccountMail(signInUrl: string): Content {
  return compose('You already have an account', [
    'Someone, probably you, tried to create a Wherefore account with this e-mail address, which already has one.',
    'To sign in, request a code by e-mail, or reset the password:',
    link(signInUrl),
    'If this was not you, ignore this mail. Nothing has changed.',
  ]);
}

export function signInCodeMail(code: string): Content {
  return compose(`${code} is your sign-in code`, [
    `Your code to sign in to Wherefore is ${code}.`,
    'It is valid for five minutes and works once. Nobody from Wherefore asks you for it.',
    'If you did not request a code, ignore this mail.',
  ]);
}

export function resetPasswordMail(url: string): Content {
  return compose('Reset your password', [
    'Someone, probably you, asked to reset the password of the Wherefore account with this e-mail address.',
    'To choose a new password, open this link within one hour. It works once:',
    link(url),
    'If this was not you, ignore this mail. The password stays the same.',
  ]);
}

interface Link {
  readonly url: string;
}

function link(url: string): Link {
  return { url };
}

function compose(subject: string, paragraphs: readonly (string | Link)[]): Content {
  const text = paragraphs.map((paragraph) => (typeof paragraph === 'string' ? paragraph : paragraph.url));
  const html = paragraphs.map((paragraph) =>
    typeof paragraph === 'string'
      ? `<p>${escapeHtml(paragraph)}</p>`
      : `<p><a href="${escapeHtml(paragraph.url)}">${escapeHtml(paragraph.url)}</a></p>`,
  );
  return {
    subject,
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body>${html.join('')}</body></html>`,
  };
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
