/** Sends e-mail. */

export interface Mail {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mailer {
  /** Resolves once the mail is accepted. @throws AppError `mail_unavailable` (a retry may help) | `mail_refused` */
  send(mail: Mail): Promise<void>;
}
