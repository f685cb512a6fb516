/**
 * The random access zip.js wants, over a store that is far away: reads go through windows of a megabyte, the last two of
 * which are kept, so that entries in file order cost one request a window and not three each.
 */

import { Reader } from '@zip.js/zip.js/lib/zip-core-native.js';

const windowBytes = 1024 * 1024;
const windowsKept = 2;
/** A directory of 300,000 entries; zip.js reads it whole. */
const maxDirectoryBytes = 32 * 1024 * 1024;

export interface StoredFile {
  readonly size: number;
  readonly read: (offset: number, length: number) => Promise<Uint8Array>;
}

/** A class because zip.js asks for one derived from its own. */
export class ZipFileReader extends Reader<StoredFile> {
  readonly #file: StoredFile;
  readonly #windows = new Map<number, Promise<Uint8Array>>();

  constructor(file: StoredFile) {
    super(file);
    this.#file = file;
    this.size = file.size;
  }

  /** @throws Error when more is asked for at once than a sane directory takes. */
  override async readUint8Array(offset: number, length: number): Promise<Uint8Array> {
    const available = Math.max(0, Math.min(length, this.size - offset));
    if (available > maxDirectoryBytes) throw new Error(`its directory takes ${available} bytes`);
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
    // Taken out and put back: the first of a Map is then the one unused for longest.
    this.#windows.delete(index);
    this.#windows.set(index, window);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > windowsKept && oldest !== undefined) this.#windows.delete(oldest);
    return window;
  }
}
