/** The part of Node's streams and zlib that workerd offers under `nodejs_compat` and this folder uses. */
declare module 'node:stream' {
  interface NodeStream {
    destroy(error?: Error): void;
  }
  export const Readable: {
    from(source: AsyncIterable<Uint8Array>, options: { objectMode: boolean }): NodeStream;
  };
  export function pipeline(from: NodeStream, to: NodeStream, ended: (error: unknown) => void): void;
}

declare module 'node:zlib' {
  interface Gunzip extends AsyncIterable<Uint8Array> {
    destroy(error?: Error): void;
  }
  export function createGunzip(options: { chunkSize: number }): Gunzip;
}
