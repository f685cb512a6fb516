/** `1 file`, `1,544 files`, `2 entries`. @param plural default: the noun with `s` */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : plural}`;
}
