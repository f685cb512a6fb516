/** Signs receipts with the deployment's Ed25519 key, and tells the public keys it ever signed with. */

import type { ReceiptSignature } from '../core/receipt.ts';

/** RFC 8037 public key in a JSON Web Key. */
export interface PublicKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: 'EdDSA';
}

export interface ReceiptSigner {
  sign(bytes: Uint8Array<ArrayBuffer>): Promise<ReceiptSignature>;
  /** The one it signs with first, then those of before. */
  publicKeys(): Promise<readonly PublicKey[]>;
}

/** Where a key is kept that was made here, for a deployment that was given none. */
export interface ReceiptKeyStore {
  /** Its 32 bytes of secret; undefined until one is kept. */
  read(): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Keeps it unless there is one already. @returns the one that is kept */
  keep(secret: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
}
