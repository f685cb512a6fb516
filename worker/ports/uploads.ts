/** Uploads in progress. An expired lease identifies the remains of a crash. */

export interface UploadKey {
  /** Id of the job that will index it. */
  readonly job: string;
  readonly shard: number;
}

/** A multipart blob that is not complete. */
interface UnfinishedBlob {
  readonly key: string;
  /** The blob store's id of the multipart upload. */
  readonly upload: string;
}

export interface ReceivedUpload extends UploadKey {
  readonly blob: UnfinishedBlob | undefined;
}

export interface Uploads {
  /** Duration of a lease in milliseconds. */
  readonly leaseMs: number;
  begin(upload: UploadKey): Promise<void>;
  /** Renews the lease, and changes the shard if one is given. @returns false if the upload was abandoned and cannot continue */
  renew(job: string, shard?: number): Promise<boolean>;
  recordBlob(job: string, blob: UnfinishedBlob): Promise<void>;
  /**
   * Atomically takes the uploads with expired leases, which can then no longer be renewed. The caller has one lease to remove them; after
   * that they can be taken again. A lease that ends more than `maxClockSkewMs` after one that starts now also counts as expired.
   */
  takeExpired(): Promise<readonly ReceivedUpload[]>;
  /** Whether any upload is in progress or was interrupted. */
  hasUploads(): Promise<boolean>;
  end(job: string): Promise<void>;
}
