/** The first of so many places from which on something holds, which holds for all after it; the count when for none. */
export function lowerBound(count: number, holds: (index: number) => boolean): number {
  let first = 0;
  let end = count;
  while (first < end) {
    const middle = (first + end) >> 1;
    if (holds(middle)) end = middle;
    else first = middle + 1;
  }
  return first;
}
