/**
 * A receipt proves an answer without trusting the server: the question, every claim with its checks, and the commit, position and hash
 * of all cited evidence. The signature covers the canonical JSON (RFC 8785) of all other members. The CLI verifies it offline in a clone.
 */

import type { AnswerTimings, Claim } from './claim.ts';
import { fromBase64Url, toBase64Url } from '../text/base64url.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import type { Source } from '../repositories/source.ts';

/** Lines of the repository. */
export interface ReceiptSpan {
  readonly evidence: string;
  readonly kind: 'code' | 'docs';
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  /** The commit, or `tree-…` if the files belong to no commit. */
  readonly commit: string;
  /** SHA-256 of the whole file's bytes. */
  readonly fileHash: string;
  /** SHA-256 of the UTF-8 of the span's lines, line endings included. */
  readonly spanHash: string;
  readonly url: string;
}

/** A commit, pull request or issue. `hash` is the SHA-256 of the UTF-8 of the quoted record. */
export interface ReceiptRecord {
  readonly evidence: string;
  readonly kind: 'commit' | 'pull-request' | 'issue';
  /** The commit id, or the number of the pull request or issue. */
  readonly name: string;
  readonly hash: string;
  /** The number of the pull request that a commit's record names; null if it names none. */
  readonly pullRequest: number | null;
  /** A secret is masked in the quoted record, so it cannot be reproduced from the original. */
  readonly isMasked: boolean;
  readonly url: string | null;
}

/** Lines of a file attached to the question. */
interface ReceiptAttachment {
  readonly evidence: string;
  /** The name that the client sent. */
  readonly name: string;
  readonly startLine: number;
  readonly endLine: number;
  /** SHA-256 of the UTF-8 of the whole file, and of the lines. */
  readonly fileHash: string;
  readonly spanHash: string;
}

export interface ReceiptBody {
  readonly format: typeof receiptFormat;
  readonly id: string;
  /** ISO 8601. */
  readonly issuedAt: string;
  readonly repository: {
    readonly id: string;
    readonly name: string;
    readonly kind: Source['kind'];
    /** The source's address; null for an upload. */
    readonly source: string | null;
  };
  readonly snapshot: { readonly id: string; readonly ref: string | null; readonly commit: string };
  readonly question: string;
  /** The standalone question that was answered. */
  readonly answered: string;
  readonly refused: boolean;
  /** `embedded`, or the `provider/model` that wrote the answer. */
  readonly answerer: string;
  /** Why an answerer other than the requested one wrote the answer. */
  readonly degraded: string | null;
  /** SHA-256 of the UTF-8 of the answer's trimmed text. */
  readonly textHash: string;
  readonly claims: readonly Pick<Claim, 'id' | 'text' | 'state' | 'citations' | 'checks' | 'judgment'>[];
  /** Evidence that the claims cite. */
  readonly spans: readonly ReceiptSpan[];
  readonly records: readonly ReceiptRecord[];
  readonly attachments: readonly ReceiptAttachment[];
  /** Whole milliseconds until the receipt was signed. */
  readonly timings: AnswerTimings;
  /** Version of the server that checked and signed. */
  readonly build: string;
}

export interface ReceiptSignature {
  readonly algorithm: 'Ed25519';
  /** RFC 7638 thumbprint of the public key. */
  readonly keyId: string;
  /** The public key, base64url of its 32 bytes. The deployment's key list states who owns it. */
  readonly publicKey: string;
  /** Base64url of 64 bytes. */
  readonly value: string;
}

export interface Receipt extends ReceiptBody {
  readonly signature: ReceiptSignature;
}

export const receiptFormat = 'wherefore-receipt/1';

/** The bytes to sign. @param body a receipt without its signature. @throws RangeError if it has no canonical form */
export function signedBytes(body: object): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(new TextEncoder().encode(canonicalJson(body)));
}

/** The RFC 7638 thumbprint of an Ed25519 key (RFC 8037). @param publicKey base64url */
export async function computeKeyId(publicKey: string): Promise<string> {
  const members = `{"crv":"Ed25519","kty":"OKP","x":"${publicKey}"}`;
  return toBase64Url(
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(members))),
  );
}

const [keyBytes, signatureBytes] = [32, 64];

/** Checks a receipt with the key it contains. @returns undefined if the signature is valid, otherwise a sentence that says why not */
export async function findSignatureProblem({
  signature,
  ...body
}: {
  readonly signature: ReceiptSignature;
}): Promise<string | undefined> {
  const { algorithm, keyId, publicKey, value, ...more } = signature;
  if (algorithm !== 'Ed25519') return `It is signed with ${JSON.stringify(algorithm)}, not Ed25519.`;
  if (Object.keys(more).length > 0) return 'The signature contains unknown members.';
  const [key, bytes] = [fromBase64Url(publicKey), fromBase64Url(value)];
  if (key?.byteLength !== keyBytes) return `The public key is not ${keyBytes} bytes in base64url.`;
  if (bytes?.byteLength !== signatureBytes)
    return `The signature is not ${signatureBytes} bytes in base64url.`;
  if ((await computeKeyId(publicKey)) !== keyId) return 'The key id does not match the public key.';
  try {
    const verifier = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
    const isValid = await crypto.subtle.verify('Ed25519', verifier, bytes, signedBytes(body));
    return isValid ? undefined : 'The receipt was changed after it was signed.';
  } catch {
    return 'The signature cannot be checked: the key or the receipt is not valid.';
  }
}
