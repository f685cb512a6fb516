/** Splits a byte stream into lines and copies only lines that span two chunks. Overlong lines are truncated. */

interface LineSplitter {
  /** The current line: from `start` up to `end`, without its line feed. */
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  /** Loads the next chunk, after `next` has returned false. */
  load(piece: Buffer): void;
  /** Advances to the next complete line. @returns whether there is one */
  next(): boolean;
}

const lineFeed = 10;
/** Maximum bytes of a line that spans chunks. */
const maxCarriedBytes = 256 * 1024;

export function createLineSplitter(): LineSplitter {
  let piece: Buffer = Buffer.alloc(0);
  let at = 0;
  let carried: Buffer[] = [];
  let carriedBytes = 0;
  const line = { bytes: piece, start: 0, end: 0 };

  const carry = (rest: Buffer): void => {
    const copied = rest.subarray(0, Math.max(0, maxCarriedBytes - carriedBytes));
    if (copied.length === 0) return;
    // Copies, because the stream may reuse the chunk and a view would retain all of it.
    carried.push(Buffer.from(copied));
    carriedBytes += copied.length;
  };

  return {
    get bytes() {
      return line.bytes;
    },
    get start() {
      return line.start;
    },
    get end() {
      return line.end;
    },
    load: (next) => {
      piece = next;
      at = 0;
    },
    next: () => {
      const end = piece.indexOf(lineFeed, at);
      if (end < 0) {
        carry(piece.subarray(at));
        at = piece.length;
        return false;
      }
      if (carriedBytes === 0) Object.assign(line, { bytes: piece, start: at, end });
      else {
        carry(piece.subarray(at, end));
        const whole = Buffer.concat(carried);
        carried = [];
        carriedBytes = 0;
        Object.assign(line, { bytes: whole, start: 0, end: whole.length });
      }
      at = end + 1;
      return true;
    },
  };
}
