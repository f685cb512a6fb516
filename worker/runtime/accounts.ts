/** Creates the accounts, the mailer and the check for people that the settings select. Open mode has none of them. */

import { createBetterAuthAccounts } from '../adapters/better-auth/accounts.ts';
import { createLogMailer } from '../adapters/embedded/mailer.ts';
import { createResendMailer } from '../adapters/resend/mailer.ts';
import { createTurnstileHumanCheck } from '../adapters/turnstile/human-check.ts';
import type { Services } from '../flows/services.ts';
import type { Clock } from '../ports/clock.ts';
import type { Mailer } from '../ports/identity/mailer.ts';
import type { AccountsChoice } from './accounts-choice.ts';
import type { Config } from './config.ts';
import type { Environment } from './environment.ts';
import { globalFetch } from './providers.ts';

export function createAccounts(
  { accounts: choice, hosting }: Config,
  environment: Environment,
  clock: Clock,
): Pick<Services, 'accounts' | 'humanCheck'> {
  if (choice === undefined) return { accounts: undefined, humanCheck: undefined };
  return {
    accounts: createBetterAuthAccounts({
      database: environment.CATALOG,
      secret: choice.secret,
      publicUrl: choice.publicUrl,
      adminEmail: choice.adminEmail,
      mailer: createMailer(choice.mail),
      github: choice.github && { ...choice.github, apiUrl: hosting.apiUrl, fetch: globalFetch },
      signInsPerMinute: choice.signInsPerMinute,
      now: () => clock.now(),
      log: writeLog,
    }),
    humanCheck: choice.turnstile && createTurnstileHumanCheck({ ...choice.turnstile, fetch: globalFetch }),
  };
}

function createMailer(mail: AccountsChoice['mail']): Mailer {
  return mail === undefined ? createLogMailer(writeLog) : createResendMailer({ ...mail, fetch: globalFetch });
}

function writeLog(line: string): void {
  // oxlint-disable-next-line no-console -- the platform's structured log is what the console writes
  console.log(line);
}
