/** How telling a word is by how few chunks hold it: Robertson and Spärck Jones' weight, kept positive as in BM25+. */
export function inverseFrequency(frequency: number, chunks: number): number {
  return Math.log(1 + (Math.max(chunks, frequency, 1) - frequency + 0.5) / (frequency + 0.5));
}

/** A count of no end as a number that a sum can weigh: 0 for 0, 1 for `most`, more beyond it, by logarithm. */
export function logScale(count: number, most: number): number {
  return Math.log1p(Math.max(0, count)) / Math.log1p(most);
}

/** How many letters two words begin with alike. */
export function commonPrefixLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}
