/** Stores objects by key: uploaded archives, and the packs created from their files. */

export interface StreamOptions {
  readonly maxBytes: number;
  /** Called before the first part is stored. `abortStream` needs the upload id if a crash interrupts the stream. */
  readonly onBegin?: (upload: string) => Promise<void>;
}

export interface BlobStore {
  /**
   * Stores a stream of unknown length with at most one part (5 MiB) in memory. A rejected stream is released but not canceled, so that
   * the caller can read the rest of the request body.
   * @returns its size in bytes. @throws AppError `upload_too_large`, and nothing is stored
   */
  putStream(key: string, body: ReadableStream<Uint8Array>, options: StreamOptions): Promise<number>;
  /** Discards the parts of an incomplete stream, if there are any. @param upload from `onBegin` */
  abortStream(key: string, upload: string): Promise<void>;
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The whole object or a range of it; undefined if there is no such object. */
  get(key: string, range?: { offset: number; length: number }): Promise<Uint8Array | undefined>;
  /** The object as a stream, with its size. */
  open(key: string): Promise<{ body: ReadableStream<Uint8Array>; size: number } | undefined>;
  /** Removes every object whose key begins with `prefix`. */
  removeAll(prefix: string): Promise<void>;
}
