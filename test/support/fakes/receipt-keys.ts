/** A place for the key of receipts that lasts as long as a test. */

import type { ReceiptKeyStore } from '../../../worker/ports/receipt-signer.ts';

export function createMemoryReceiptKeys(): ReceiptKeyStore {
  let kept: Uint8Array<ArrayBuffer> | undefined;
  return {
    read: () => Promise.resolve(kept),
    keep: (secret) => Promise.resolve((kept ??= secret)),
  };
}
