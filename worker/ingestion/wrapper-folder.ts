/**
 * The one folder an archive wraps everything in (`flask-3f1c2a/` from GitHub, `x/` from `tar czf x.tgz x`), which is no
 * part of the repository's paths. It is known only once every entry has been seen, so packs hold paths as the archive
 * writes them and `pathInRepository` settles them afterwards.
 */

/**
 * Folders that mean something to the repository that has nothing else at its top: what is in `src/` stays in `src/`. The
 * names of vendored folders are here too, so that the path filters see them whether or not there is a wrapper.
 */
const meaningfulNames = new Set(
  [
    'src source sources lib libs app apps packages crates modules cmd internal pkg include api server client web',
    'bin scripts tools build dist out assets public test tests spec specs e2e benchmarks examples samples',
    'docs doc documentation vendor third_party third-party thirdparty node_modules bower_components site-packages',
  ].flatMap((line) => line.split(' ')),
);

/** Left by tools beside the folder they packed. */
const traces = new Set(['__MACOSX', 'pax_global_header']);

/**
 * The wrapper folder, given the first segments of every entry that is no folder, and whether one of them is a file at the
 * top. Undefined when there is none: several folders, a file beside it, or a name that means something.
 */
export function wrapperFolder(firstSegments: ReadonlySet<string>, hasRootFile: boolean): string | undefined {
  const [name, ...others] = [...firstSegments].filter((segment) => !traces.has(segment));
  if (hasRootFile || name === undefined || others.length > 0) return undefined;
  return name.startsWith('.') || meaningfulNames.has(name.toLowerCase()) ? undefined : name;
}

export function stripWrapper(path: string, wrapper: string | undefined): string {
  return wrapper !== undefined && path.startsWith(`${wrapper}/`) ? path.slice(wrapper.length + 1) : path;
}

export interface PathPlace {
  readonly wrapper?: string | undefined;
  /** Relative to the repository's top, below the wrapper. */
  readonly subdirectory?: string | undefined;
}

/** The repository's own path of an archive's path; undefined when it lies outside the subdirectory asked for. */
export function pathInRepository(path: string, { wrapper, subdirectory }: PathPlace): string | undefined {
  const own = stripWrapper(path, wrapper);
  const folder = (subdirectory ?? '').split('/').filter((segment) => segment !== '' && segment !== '.');
  return folder.length === 0 || own.startsWith(`${folder.join('/')}/`) ? own : undefined;
}
