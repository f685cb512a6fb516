/** `1 file`, `1,544 files`: for nouns whose plural ends with `s`. */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
