/** Returns the rarity of a word by the number of chunks that contain it: the Robertson and Spärck Jones weight, positive as in BM25+. */
export function inverseFrequency(frequency: number, chunks: number): number {
  return Math.log(1 + (Math.max(chunks, frequency, 1) - frequency + 0.5) / (frequency + 0.5));
}

/** Scales an unbounded count logarithmically: 0 for 0, 1 for `maxCount`, and more above it. */
export function logScale(count: number, maxCount: number): number {
  return Math.log1p(Math.max(0, count)) / Math.log1p(maxCount);
}

/** Returns the length of the common prefix of two words. */
export function commonPrefixLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}
