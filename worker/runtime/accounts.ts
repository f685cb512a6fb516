/** Creates what a hosted deployment needs to know who sends a request, as the settings select it. Open mode has none of it. */

import { createBetterAuthAccounts } from '../adapters/better-auth/accounts.ts';
import { createD1KeyStore } from '../adapters/d1/key-store.ts';
import { createLogMailer } from '../adapters/embedded/mailer.ts';
import { createResendMailer } from '../adapters/resend/mailer.ts';
import { createTurnstileHumanCheck } from '../adapters/turnstile/human-check.ts';
import { addressId } from '../adapters/web-crypto/address-id.ts';
import { createIdentities } from '../flows/identity/create-identities.ts';
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
): Pick<Services, 'accounts' | 'humanCheck' | 'keyStore' | 'identities'> {
  if (choice === undefined)
    return { accounts: undefined, humanCheck: undefined, keyStore: undefined, identities: undefined };
  const { secret } = choice;
  const accounts = createBetterAuthAccounts({
    database: environment.CATALOG,
    secret,
    publicUrl: choice.publicUrl,
    adminEmail: choice.adminEmail,
    mailer: createMailer(choice.mail),
    github: choice.github && { ...choice.github, apiUrl: hosting.apiUrl, fetch: globalFetch },
    signInsPerMinute: choice.signInsPerMinute,
    now: () => clock.now(),
    log: writeLog,
  });
  const keyStore = createD1KeyStore(environment.CATALOG, clock);
  return {
    accounts,
    keyStore,
    identities: createIdentities({
      accounts,
      keyStore,
      clock,
      addressId: (address) => addressId(secret, address),
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
