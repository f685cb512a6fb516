/**
 * The licences a package names, judged: only what is wholly under MIT, BSD, ISC or Apache-2.0 may be trained on. A choice ("MIT or …")
 * counts where one of its sides is permissive, a sum ("MIT and …") where all are.
 */

/** In the words of SPDX and of Debian's copyright files (`Expat` is MIT). */
const permissive =
  /^(?:mit|expat|x11|mit-0|isc|0bsd|(?:new-)?bsd(?:-?[234])?(?:-?clauses?)?(?:-[a-z0-9]+)?|bsd-style|apache(?:-?2(?:\.0)?)?(?:-with-llvm-exception)?)$/;

/** The licences as one word for the list, or undefined where one of them is not permissive or none is named. */
export function permissiveLicence(expressions: readonly string[]): string | undefined {
  const distinct = [...new Set(expressions.map(normalised))].filter((expression) => expression !== '');
  if (distinct.length === 0 || !distinct.every(isPermissive)) return undefined;
  return distinct.sort().join('; ');
}

function isPermissive(expression: string): boolean {
  return expression
    .split(/\s*(?:\band\b|,)\s*/)
    .filter((part) => part !== '')
    .every((part) => part.split(/\s*(?:\bor\b|\||\/)\s*/).some((side) => permissive.test(side)));
}

function normalised(expression: string): string {
  return expression
    .toLowerCase()
    .replaceAll(/[()]/g, '')
    .replace(/\s+with\s+llvm(?:-exception)?/, '-with-llvm-exception')
    .trim();
}

/** `License:` lines of a `debian/copyright` file in its machine-readable form; none where it is in another form. */
export function debianLicences(copyright: string): readonly string[] {
  if (!/^Format:/m.test(copyright)) return [];
  return [...copyright.matchAll(/^License:[ \t]*(.*)$/gm)].map((match) => match[1] ?? '');
}

/** `license` of a package.json, also in the forms it had. */
export function npmLicences(manifest: unknown): readonly string[] {
  if (typeof manifest !== 'object' || manifest === null) return [];
  const named: unknown[] = [Reflect.get(manifest, 'license'), Reflect.get(manifest, 'licenses')].flat();
  return named.flatMap((one) => {
    if (typeof one === 'string') return [one];
    const type: unknown = typeof one === 'object' && one !== null ? Reflect.get(one, 'type') : undefined;
    return typeof type === 'string' ? [type] : [];
  });
}
