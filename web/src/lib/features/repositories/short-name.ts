/** A commit id at the end of a name, as in `owner/name@<commit>`, is shown with seven characters. */
export function shortName(name: string): string {
  return name.replace(/(?<=@[0-9a-f]{7})[0-9a-f]{1,57}$/, '');
}
