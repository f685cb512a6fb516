/** Sources that are being received: what a crash leaves of one is found by its expired lease. */

export interface UploadKey {
  /** Id of the job that will index it. */
  readonly job: string;
  readonly shard: number;
}

/** A blob that is being sent in pieces. */
export interface UnfinishedBlob {
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
  /** Adds it; of one that is there it changes the shard. */
  begin(upload: UploadKey): Promise<void>;
  renew(job: string): Promise<void>;
  noteBlob(job: string, blob: UnfinishedBlob): Promise<void>;
  /** Uploads whose lease has expired. A lease that ends later than one given now would also counts: the clock was set back. */
  listExpired(): Promise<readonly ReceivedUpload[]>;
  /** Whether any upload is being received, or was interrupted. */
  isAny(): Promise<boolean>;
  end(job: string): Promise<void>;
}
