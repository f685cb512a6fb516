/**
 * What an answer rests on, for somebody who trusts nobody: the question, every claim with its checks, and of everything cited the commit, the
 * place and the hash. Signed over its canonical JSON (RFC 8785) without the signature; checked by the command line in a clone, offline.
 */

import type { AnswerTimings, Claim } from './answer.ts';

export interface ReceiptSpan {
  readonly evidence: string;
  readonly kind: 'code' | 'docs';
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly commit: string;
  /** SHA-256 of the whole file's bytes. */
  readonly fileHash: string;
  /** SHA-256 of the UTF-8 of the span's lines. */
  readonly spanHash: string;
  readonly url: string;
}

/** A commit, pull request, issue or attached file; `hash` is SHA-256 of the UTF-8 of the record as it was quoted. */
export interface ReceiptRecord {
  readonly evidence: string;
  readonly kind: 'commit' | 'pull-request' | 'issue' | 'attachment';
  /** The commit's id, the number, or the file's name with its lines. */
  readonly name: string;
  readonly hash: string;
  readonly url: string | null;
}

export interface ReceiptBody {
  readonly format: 'wherefore-receipt/1';
  readonly id: string;
  /** ISO 8601. */
  readonly issuedAt: string;
  readonly repository: { readonly id: string; readonly name: string; readonly source: string };
  readonly snapshot: { readonly id: string; readonly ref: string | null; readonly commit: string };
  readonly question: string;
  /** The question as it was answered, standing on its own. */
  readonly answered: string;
  readonly refused: boolean;
  /** `embedded`, or the `provider/model` that wrote it. */
  readonly answerer: string;
  /** Why another answerer than the one asked for wrote it. */
  readonly degraded: string | null;
  /** SHA-256 of the UTF-8 of the answer's text as it was told. */
  readonly textHash: string;
  readonly claims: readonly Pick<Claim, 'id' | 'text' | 'state' | 'citations' | 'checks'>[];
  readonly spans: readonly ReceiptSpan[];
  readonly records: readonly ReceiptRecord[];
  readonly timings: AnswerTimings;
  /** Version of the program that checked and signed. */
  readonly build: string;
}

export interface ReceiptSignature {
  readonly algorithm: 'Ed25519';
  /** RFC 7638 thumbprint of the public key. */
  readonly keyId: string;
  /** The public key, base64url of its 32 bytes; whose it is is for the deployment's key list to say. */
  readonly publicKey: string;
  /** Base64url of 64 bytes. */
  readonly value: string;
}

export interface Receipt extends ReceiptBody {
  readonly signature: ReceiptSignature;
}
