/** Sources that are being received: what a crash leaves of one is found by its expired lease. */

export interface UploadKey {
  /** Id of the job that will index it. */
  readonly job: string;
  readonly shard: number;
}

/** A blob that is being sent in pieces. */
interface UnfinishedBlob {
  readonly key: string;
  /** The blob store's id of the sending. */
  readonly upload: string;
}

export interface ReceivedUpload extends UploadKey {
  readonly blob: UnfinishedBlob | undefined;
}

export interface Uploads {
  /** Milliseconds a lease lasts without being renewed. */
  readonly leaseMs: number;
  begin(upload: UploadKey): Promise<void>;
  /** Renews the lease, and changes the shard if one is given. @returns false when the upload was abandoned: it cannot continue */
  renew(job: string, shard?: number): Promise<boolean>;
  noteBlob(job: string, blob: UnfinishedBlob): Promise<void>;
  /**
   * Takes the uploads whose lease has expired, in one write: none of them can be renewed any more. Whoever takes them has one lease to remove
   * them; after that they can be taken again. A lease also counts as expired when it ends later than one that starts now, by more than
   * `clockSlackMs`.
   */
  takeExpired(): Promise<readonly ReceivedUpload[]>;
  /** Whether any upload is being received, or was interrupted. */
  isAny(): Promise<boolean>;
  end(job: string): Promise<void>;
}
