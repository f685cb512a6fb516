/**
 * Counts what an archive unpacks to and stops it before it does harm: too many entries, too many bytes, or far more bytes
 * than it was packed in.
 */

import { AppError } from '../../core/errors.ts';
import type { SourceLimits } from '../../ports/repository-source.ts';

/** Small archives of repetitive text may pack a hundredfold in all honesty; below this the ratio says nothing. */
const ratioJudgedFrom = 16 * 1024 * 1024;

export interface UnpackingBudget {
  /** @throws AppError `archive_bomb` once the entries are too many. */
  addEntry(): void;
  /** @throws AppError `archive_bomb` once the bytes are too many, in all or against the packed size. */
  addBytes(count: number): void;
}

/**
 * Of a stream, whose size nobody tells, at least so much is taken for packed: an archive is not refused for what its beginning packs to.
 */
const leastPacked = 1024 * 1024;

/**
 * @param packed bytes of the whole archive: an archive is never refused for what one part of it packs to. Of a stream those that have
 *   come so far.
 */
export function createUnpackingBudget(
  limits: SourceLimits,
  packed: number | (() => number),
): UnpackingBudget {
  let entries = 0;
  let unpackedBytes = 0;
  const packedSoFar = (): number => (typeof packed === 'number' ? packed : Math.max(leastPacked, packed()));
  const refuse = (message: string, limit: number) => {
    const packedBytes = packedSoFar();
    return new AppError('archive_bomb', message, { details: { entries, packedBytes, unpackedBytes, limit } });
  };
  return {
    addEntry() {
      entries++;
      if (entries > limits.maxEntries) {
        throw refuse(`The archive holds more than ${limits.maxEntries} entries`, limits.maxEntries);
      }
    },
    addBytes(count) {
      unpackedBytes += count;
      if (unpackedBytes > limits.maxUnpackedBytes) {
        const message = `The archive unpacks to more than ${limits.maxUnpackedBytes} bytes`;
        throw refuse(message, limits.maxUnpackedBytes);
      }
      const packedBytes = packedSoFar();
      if (unpackedBytes > ratioJudgedFrom && unpackedBytes > limits.maxRatio * packedBytes) {
        const message = `The archive unpacks to more than ${limits.maxRatio} times its ${packedBytes} bytes`;
        throw refuse(message, limits.maxRatio);
      }
    },
  };
}
