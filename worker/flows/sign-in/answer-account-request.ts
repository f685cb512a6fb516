/** Passes a request about accounts to the accounts of the deployment, after the check for people, and turns refusals into errors. */

import { AppError } from '../../core/errors.ts';
import type { AccountRefusal, Accounts } from '../../ports/identity/accounts.ts';
import type { Services } from '../services.ts';
import { describeRefusal } from './refusal-texts.ts';

export interface AccountRequest {
  /** Its body is JSON that matches the contract. */
  readonly request: Request;
  /** The client's IP address; empty if unknown. */
  readonly address: string;
  /** The token of the check for people; undefined if the route needs none. */
  readonly humanCheckToken: string | undefined;
}

/** @throws AppError `accounts_disabled` in open mode; `human_check_refused` and others for refused requests */
export async function answerAccountRequest(
  services: Pick<Services, 'accounts' | 'humanCheck'>,
  { request, address, humanCheckToken }: AccountRequest,
): Promise<Response> {
  const accounts = requireAccounts(services);
  if (humanCheckToken !== undefined)
    await services.humanCheck?.verify(humanCheckToken, address === '' ? undefined : address);
  const answer = await accounts.handle(request, address);
  if (answer instanceof Response) return answer;
  throw toError(answer, new URL(request.url).pathname);
}

/** @throws AppError `accounts_disabled` in open mode */
export function requireAccounts({ accounts }: Pick<Services, 'accounts'>): Accounts {
  if (accounts !== undefined) return accounts;
  throw new AppError('accounts_disabled', 'This server runs in open mode, where nobody signs in.');
}

function toError(refusal: AccountRefusal, path: string): AppError {
  const { status, reason, retryAfterSeconds } = refusal;
  const details = { reason };
  const { message: text, ...advice } = describeRefusal(refusal);
  if (status === 429)
    return new AppError('too_many_attempts', text, {
      details: { ...details, retryAfter: retryAfterSeconds ?? 60 },
    });
  if (status >= 500) return new AppError('internal', `The accounts answered ${status}: ${text}`);
  if (reason === 'EMAIL_NOT_VERIFIED') return new AppError('email_not_verified', text, { details });
  if (/ORIGIN|CALLBACK_URL|REDIRECT_URL|CROSS_SITE/.test(reason))
    return new AppError('forbidden_host', text, { details });
  if (path.includes('/sign-in/')) return new AppError('sign_in_refused', text, { details, ...advice });
  if (status === 401) return new AppError('sign_in_required', text, { details });
  return new AppError('account_request_refused', text, { details, ...advice });
}
