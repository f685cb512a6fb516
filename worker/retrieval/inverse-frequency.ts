/** How telling a word is by how few chunks hold it: Robertson and Spärck Jones' weight, kept positive as in BM25+. */
export function inverseFrequency(frequency: number, chunks: number): number {
  return Math.log(1 + (Math.max(chunks, frequency, 1) - frequency + 0.5) / (frequency + 0.5));
}
