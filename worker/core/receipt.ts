/**
 * What an answer rests on, for somebody who trusts nobody: the question, every claim with its checks, and of everything cited the commit, the
 * place and the hash. Signed over its canonical JSON (RFC 8785) without the signature; checked by the command line in a clone, offline.
 */

import type { AnswerTimings, Claim } from './answer.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Source } from './source.ts';

/** Lines of the repository. */
export interface ReceiptSpan {
  readonly evidence: string;
  readonly kind: 'code' | 'docs';
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  /** The commit, or `tree-…` where the files were those of none. */
  readonly commit: string;
  /** SHA-256 of the whole file's bytes. */
  readonly fileHash: string;
  /** SHA-256 of the UTF-8 of the span's lines, their ends included. */
  readonly spanHash: string;
  readonly url: string;
}

/** A commit, pull request or issue; `hash` is SHA-256 of the UTF-8 of the record as it was quoted. */
export interface ReceiptRecord {
  readonly evidence: string;
  readonly kind: 'commit' | 'pull-request' | 'issue';
  /** The commit's id, or the number. */
  readonly name: string;
  readonly hash: string;
  /** Of a commit, the number of the pull request its record names; null where it names none. */
  readonly pullRequest: number | null;
  /** A secret is masked in what was quoted: nobody can compose it from the original. */
  readonly isMasked: boolean;
  readonly url: string | null;
}

/** Lines of a file that came with the question. */
interface ReceiptAttachment {
  readonly evidence: string;
  /** As it was given. */
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
    /** The address it was taken from; null where it was uploaded. */
    readonly source: string | null;
  };
  readonly snapshot: { readonly id: string; readonly ref: string | null; readonly commit: string };
  readonly question: string;
  /** The question as it was answered, standing on its own. */
  readonly answered: string;
  readonly refused: boolean;
  /** `embedded`, or the `provider/model` that wrote it. */
  readonly answerer: string;
  /** Why another answerer than the one asked for wrote it. */
  readonly degraded: string | null;
  /** SHA-256 of the UTF-8 of the answer's text, without white space around it. */
  readonly textHash: string;
  readonly claims: readonly Pick<Claim, 'id' | 'text' | 'state' | 'citations' | 'checks'>[];
  /** Of all that was found, what the claims cite. */
  readonly spans: readonly ReceiptSpan[];
  readonly records: readonly ReceiptRecord[];
  readonly attachments: readonly ReceiptAttachment[];
  /** In whole milliseconds, until it was signed. */
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

export const receiptFormat = 'wherefore-receipt/1';

/** What is signed. @param body a receipt without its signature. @throws RangeError where it has no canonical form */
export function signedBytes(body: object): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(new TextEncoder().encode(canonicalJson(body)));
}
