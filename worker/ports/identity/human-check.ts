/** Checks that a person, not a program, sent a request. */

export interface HumanCheck {
  /** The public key that a page needs to show the check. */
  readonly siteKey: string;
  /**
   * @param token what the page's check returned
   * @param address the client's IP address, if known
   * @throws AppError `human_check_refused` | `human_check_unavailable`
   */
  verify(token: string, address: string | undefined): Promise<void>;
}
