/** Signs receipts with the deployment's Ed25519 key, and lists all public keys it has used. */

import type { ReceiptSignature } from '../core/answers/receipt.ts';

/** An Ed25519 public key as a JSON Web Key (RFC 8037). */
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
  /** The current key first, then earlier ones. */
  publicKeys(): Promise<readonly PublicKey[]>;
}

/** Stores a generated key, for a deployment without configured keys. */
export interface ReceiptKeyStore {
  /** The 32 bytes of the secret; undefined until one is stored. */
  read(): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Stores the secret unless there is one. @returns the stored one */
  storeIfAbsent(secret: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
}
