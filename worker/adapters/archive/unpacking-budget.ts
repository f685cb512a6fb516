/** Limits what an archive may unpack to: the number of entries, the bytes, and the ratio of unpacked to packed bytes. */

import { AppError } from '../../core/errors.ts';
import type { SourceLimits } from '../../ports/repository-source.ts';

/** Unpacked bytes from which the ratio is checked. Small archives of repetitive text may legitimately have a ratio of a hundred. */
const minBytesForRatio = 16 * 1024 * 1024;

export interface UnpackingBudget {
  /** @throws AppError `archive_bomb` once there are too many entries */
  addEntry(): void;
  /** @throws AppError `archive_bomb` once there are too many bytes, in total or relative to the packed size */
  addBytes(count: number): void;
}

/** Minimum packed size assumed for a stream of unknown size, so that a well-compressed beginning does not exceed the ratio. */
const minPackedBytes = 1024 * 1024;

/** @param packed size of the whole archive, so that the ratio applies to all of it; for a stream, the bytes received so far */
export function createUnpackingBudget(
  limits: SourceLimits,
  packed: number | (() => number),
): UnpackingBudget {
  let entries = 0;
  let unpackedBytes = 0;
  const packedSoFar = (): number =>
    typeof packed === 'number' ? packed : Math.max(minPackedBytes, packed());
  const bombError = (message: string, limit: number) => {
    const packedBytes = packedSoFar();
    return new AppError('archive_bomb', message, { details: { entries, packedBytes, unpackedBytes, limit } });
  };
  return {
    addEntry() {
      entries++;
      if (entries > limits.maxEntries) {
        throw bombError(`The archive contains more than ${limits.maxEntries} entries`, limits.maxEntries);
      }
    },
    addBytes(count) {
      unpackedBytes += count;
      if (unpackedBytes > limits.maxUnpackedBytes) {
        const message = `The archive unpacks to more than ${limits.maxUnpackedBytes} bytes`;
        throw bombError(message, limits.maxUnpackedBytes);
      }
      const packedBytes = packedSoFar();
      if (unpackedBytes > minBytesForRatio && unpackedBytes > limits.maxRatio * packedBytes) {
        const message = `The archive unpacks to more than ${limits.maxRatio} times its ${packedBytes} bytes`;
        throw bombError(message, limits.maxRatio);
      }
    },
  };
}
