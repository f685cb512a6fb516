/** The lines of a byte stream, without copying but where one lies across two pieces. Of endless lines the beginning is kept. */

interface LineSplitter {
  /** Where the line at hand lies: from `start` to before `end`, without its line feed. */
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  /** Gives it the next piece of the stream, once `next` has found nothing more. */
  load(piece: Buffer): void;
  /** Goes to the next whole line. @returns whether there is one. */
  next(): boolean;
}

const lineFeed = 10;
/** What is kept of one line that does not fit its piece. */
const maxKeptBytes = 256 * 1024;

export function createLineSplitter(): LineSplitter {
  let piece: Buffer = Buffer.alloc(0);
  let at = 0;
  let carried: Buffer[] = [];
  let carriedBytes = 0;
  const line = { bytes: piece, start: 0, end: 0 };

  const carry = (rest: Buffer): void => {
    const kept = rest.subarray(0, Math.max(0, maxKeptBytes - carriedBytes));
    if (kept.length === 0) return;
    // A copy: the stream may use its piece again, and a view would keep all of it.
    carried.push(Buffer.from(kept));
    carriedBytes += kept.length;
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
