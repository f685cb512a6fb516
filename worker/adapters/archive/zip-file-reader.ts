/**
 * Gives zip.js random access to a remote blob. Reads go through windows of a megabyte, and the last two are cached, so that entries in file
 * order take one request per window instead of three per entry.
 */

import { Reader } from '@zip.js/zip.js/lib/zip-core-native.js';

const windowBytes = 1024 * 1024;
const cachedWindows = 2;
/** Enough for a directory of 300,000 entries, which zip.js reads at once. */
const maxDirectoryBytes = 32 * 1024 * 1024;

export interface StoredFile {
  readonly size: number;
  readonly read: (offset: number, length: number) => Promise<Uint8Array>;
}

/** A class, because zip.js requires a subclass of its `Reader`. */
export class ZipFileReader extends Reader<StoredFile> {
  readonly #file: StoredFile;
  readonly #windows = new Map<number, Promise<Uint8Array>>();

  constructor(file: StoredFile) {
    super(file);
    this.#file = file;
    this.size = file.size;
  }

  /** @throws Error when one read exceeds `maxDirectoryBytes` */
  override async readUint8Array(offset: number, length: number): Promise<Uint8Array> {
    const available = Math.max(0, Math.min(length, this.size - offset));
    if (available > maxDirectoryBytes) throw new Error(`its directory has ${available} bytes`);
    if (available > windowBytes) return this.#file.read(offset, available);
    const bytes = new Uint8Array(available);
    for (let filled = 0; filled < available;) {
      const index = Math.floor((offset + filled) / windowBytes);
      const window = await this.#window(index);
      const part = window.subarray(offset + filled - index * windowBytes).subarray(0, available - filled);
      if (part.length === 0) throw new Error('it is shorter than its size');
      bytes.set(part, filled);
      filled += part.length;
    }
    return bytes;
  }

  #window(index: number): Promise<Uint8Array> {
    const window = this.#windows.get(index) ?? this.#file.read(index * windowBytes, windowBytes);
    // Reinserting makes the first key of the Map the least recently used one.
    this.#windows.delete(index);
    this.#windows.set(index, window);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > cachedWindows && oldest !== undefined) this.#windows.delete(oldest);
    return window;
  }
}
