/** Names the parts of a repository for people. */
import type { Overview } from '../../api.ts';

type Part = Overview['parts']['parts'][number];

/** The whole path: `src/flask/json`, `src/flask/*` for the files directly in a folder. */
export function describePart({ path, isDirect }: Pick<Part, 'path' | 'isDirect'>): string {
  if (path === '') return isDirect ? 'files at the root' : 'root package';
  return isDirect ? `${path}/*` : path;
}

/** Labels by path, without the folders that all parts have in common. */
export function shortLabels(parts: readonly Part[]): ReadonlyMap<string, string> {
  const shared = sharedFolder(parts.map(({ path, isDirect }) => (isDirect ? `${path}/*` : path).split('/')));
  return new Map(
    parts.map((part) => {
      const label = describePart(part);
      return [part.path, label.startsWith(shared) && label !== shared ? label.slice(shared.length) : label];
    }),
  );
}

/** The folder, with its slash, that contains all paths; empty if there is none. */
function sharedFolder(paths: readonly (readonly string[])[]): string {
  const [first = []] = paths;
  const folders = first.slice(0, -1);
  const end = folders.findIndex((step, index) => paths.some((steps) => steps[index] !== step));
  return (end < 0 ? folders : folders.slice(0, end)).map((step) => `${step}/`).join('');
}

/** `20 imports, 15 calls, 35 other uses`, without zeros. */
export function describeLink({
  imports,
  calls,
  uses,
}: Pick<Overview['parts']['links'][number], 'imports' | 'calls' | 'uses'>): string {
  const counts: readonly (readonly [number, string])[] = [
    [imports, 'import'],
    [calls, 'call'],
    [uses, 'other use'],
  ];
  return counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`)
    .join(', ');
}
