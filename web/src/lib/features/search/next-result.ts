/** The index of the result that a key moves to from `index` (-1 for none); null for a key without effect. */
export function nextResult(key: string, index: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'j':
    case 'ArrowDown':
      return Math.min(count - 1, index + 1);
    case 'k':
    case 'ArrowUp':
      return Math.max(0, index - 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
