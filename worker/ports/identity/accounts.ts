/** People who sign in to a hosted deployment: their accounts, sessions and ways to sign in. Open mode has no accounts. */

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly isAdmin: boolean;
}

/** `password` and `github` are stored for an account. A code by e-mail works for every account. */
export type SignInMethod = 'password' | 'github' | 'code';

/** Why a request about accounts was refused. */
export interface AccountRefusal {
  readonly status: number;
  /** The library's code, such as `INVALID_OTP`. */
  readonly reason: string;
  readonly message: string;
  /** Seconds to wait, for a refusal because of too many attempts. */
  readonly retryAfterSeconds: number | undefined;
}

export interface Accounts {
  /** The ways to sign in that this deployment offers. */
  readonly offeredMethods: readonly SignInMethod[];
  /**
   * Answers a request to `/v1/auth/…`: a response with cookies or a redirect, or a refusal.
   * @param request its body is JSON that matches the contract
   * @param address the client's IP address; empty if unknown
   */
  handle(request: Request, address: string): Promise<Response | AccountRefusal>;
  /** The account that the session cookie belongs to; undefined without a valid session. Reads the database only if there is a cookie. */
  find(headers: Headers): Promise<Account | undefined>;
  /** The ways to sign in of an account; empty for an unknown one. */
  listSignInMethods(userId: string): Promise<readonly SignInMethod[]>;
  exists(userId: string): Promise<boolean>;
  /** Removes the account with its sessions, ways to sign in and codes. @returns whether it existed */
  deleteAccount(userId: string): Promise<boolean>;
  /** Ids of accounts that were deleted in the last hours. */
  listDeleted(): Promise<readonly string[]>;
  /** Removes expired sessions, codes and counters, and accounts whose address nobody confirmed within a week. */
  removeExpired(): Promise<void>;
}
