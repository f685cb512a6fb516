/** Resolves a folder or module name in a question to its path if exactly one place has that name. */

const kinds = '(?:folder|director(?:y|ies)|package|module|crate|library)';
const namePattern = new RegExp(
  String.raw`(?<![\w/.-])[\x60"']?([\w-][\w.-]{1,59})[\x60"']?\s+${kinds}\b`,
  'gi',
);
/** Words before "package" that are not a name. */
const determiners = new Set(
  'a an any each every main new one other own same that the this these those which what whole'.split(' '),
);
/** Matches a path. A part of a question that contains one needs no other place. */
const pathPattern = /\w\/\w/;

export type Tree = readonly { readonly path: string }[];

/** Whether the file tree is needed to resolve a place in this part. */
export function mentionsPlace(part: string): boolean {
  return !pathPattern.test(part) && listPlaceWords(part).length > 0;
}

export function resolvePlaceName(part: string, files: Tree): string {
  if (!mentionsPlace(part)) return part;
  const placesByWord = new Map(listPlaceWords(part).map((word) => [word, new Set<string>()]));
  for (const { path } of files) {
    const segments = path.toLowerCase().split('/');
    for (const [at, segment] of segments.entries()) {
      const isFile = at === segments.length - 1;
      const stem = isFile ? segment.replace(/\.\w+$/, '') : segment;
      const places = placesByWord.get(stem) ?? placesByWord.get(segment);
      places?.add(
        isFile
          ? path
          : `${path
              .split('/')
              .slice(0, at + 1)
              .join('/')}/`,
      );
    }
  }
  const found = [...placesByWord.values()].map(findOnlyPlace).find((place) => place !== undefined);
  return found === undefined ? part : `${part} in \`${found}\``;
}

/** Returns the only folder, or the only file if there is no folder. */
function findOnlyPlace(places: ReadonlySet<string>): string | undefined {
  const folders = [...places].filter((place) => place.endsWith('/'));
  const [only, another] = folders.length > 0 ? folders : [...places];
  return another === undefined ? only : undefined;
}

function listPlaceWords(part: string): readonly string[] {
  return [...part.matchAll(namePattern)]
    .map(([, word = '']) => word.toLowerCase())
    .filter((word) => !determiners.has(word));
}
