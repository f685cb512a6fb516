/** Objects by key: uploaded archives and the packs cut from them. */

export interface StreamStored {
  readonly maxBytes: number;
  /** Called before the first piece is stored, with what `abortStream` needs when a crash interrupts the stream. */
  readonly onBegin?: (upload: string) => Promise<void>;
}

export interface BlobStore {
  /**
   * Stores a stream of unknown length; never holds more than one part (5 MiB) of it. A stream that is refused is released and not
   * cancelled, so that its owner can read the rest of a request.
   * @returns its size in bytes. @throws AppError `upload_too_large`, and nothing is stored
   */
  putStream(key: string, body: ReadableStream<Uint8Array>, stored: StreamStored): Promise<number>;
  /** Discards the pieces of a stream that was never stored whole. Does nothing where there are none. @param upload from `onBegin` */
  abortStream(key: string, upload: string): Promise<void>;
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The bytes from `offset`, `length` of them or to the end; undefined when there is no such object. */
  get(key: string, range?: { offset: number; length: number }): Promise<Uint8Array | undefined>;
  /** The object as a stream, with its size. */
  open(key: string): Promise<{ body: ReadableStream<Uint8Array>; size: number } | undefined>;
  /** Removes every object whose key begins with `prefix`. */
  removeAll(prefix: string): Promise<void>;
}
