/**
 * Decides whether a package may be used for training: only if it is entirely under MIT, BSD, ISC or Apache-2.0. "A or B" is permissive if one
 * of them is, "A and B" if both are.
 */

/** Matches the permissive license names of SPDX and of Debian's copyright files (`Expat` is MIT). */
const permissiveNames =
  /^(?:mit|expat|x11|mit-0|isc|0bsd|(?:new-)?bsd(?:-?[234])?(?:-?clauses?)?(?:-[a-z0-9]+)?|bsd-style|apache(?:-?2(?:\.0)?)?(?:-with-llvm-exception)?)$/;

/** Returns the licenses in normalized form; undefined when one of them is not permissive or none is stated. */
export function permissiveLicense(expressions: readonly string[]): string | undefined {
  const distinct = [...new Set(expressions.map(normalize))].filter((expression) => expression !== '');
  if (distinct.length === 0 || !distinct.every(isPermissive)) return undefined;
  return distinct.sort().join('; ');
}

function isPermissive(expression: string): boolean {
  return expression
    .split(/\s*(?:\band\b|,)\s*/)
    .filter((part) => part !== '')
    .every((part) =>
      part.split(/\s*(?:\bor\b|\||\/)\s*/).some((alternative) => permissiveNames.test(alternative)),
    );
}

function normalize(expression: string): string {
  return expression
    .toLowerCase()
    .replaceAll(/[()]/g, '')
    .replace(/\s+with\s+llvm(?:-exception)?/, '-with-llvm-exception')
    .trim();
}

/** Reads the `License:` lines of a machine-readable `debian/copyright` file; none if the file has another format. */
export function readDebianLicenses(copyright: string): readonly string[] {
  if (!/^Format:/m.test(copyright)) return [];
  return [...copyright.matchAll(/^License:[ \t]*(.*)$/gm)].map((match) => match[1] ?? '');
}

/** Reads `license` of a package.json, including its legacy forms. */
export function readNpmLicenses(manifest: unknown): readonly string[] {
  if (typeof manifest !== 'object' || manifest === null) return [];
  const licenses: unknown[] = [Reflect.get(manifest, 'license'), Reflect.get(manifest, 'licenses')].flat();
  return licenses.flatMap((license) => {
    if (typeof license === 'string') return [license];
    const type: unknown =
      typeof license === 'object' && license !== null ? Reflect.get(license, 'type') : undefined;
    return typeof type === 'string' ? [type] : [];
  });
}
