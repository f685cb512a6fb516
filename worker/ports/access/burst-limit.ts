/** Stops bursts of one sender near the client, before they reach a database or a counter. Coarse: the exact limits decide. */

export interface BurstLimit {
  /** @param sender names an address block; it does not contain the address */
  allows(sender: string): Promise<boolean>;
}
