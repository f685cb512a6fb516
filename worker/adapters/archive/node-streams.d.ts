/** Declares the part of Node's streams and zlib that this folder uses. workerd provides it with `nodejs_compat`. */
declare module 'node:stream' {
  interface NodeStream {
    destroy(error?: Error): void;
  }
  export const Readable: {
    from(source: AsyncIterable<Uint8Array>, options: { objectMode: boolean }): NodeStream;
  };
  export function pipeline(from: NodeStream, to: NodeStream, onEnd: (error: unknown) => void): void;
}

declare module 'node:zlib' {
  interface Gunzip extends AsyncIterable<Uint8Array> {
    destroy(error?: Error): void;
  }
  export function createGunzip(options: { chunkSize: number }): Gunzip;
  /** @throws RangeError when the output exceeds `maxOutputLength`, Error when the data is damaged. */
  export function inflateRawSync(packed: Uint8Array, options: { maxOutputLength: number }): Uint8Array;
  export function crc32(bytes: Uint8Array): number;
}
