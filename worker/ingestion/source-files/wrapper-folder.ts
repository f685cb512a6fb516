/**
 * Detects the single folder that contains everything in an archive (`flask-3f1c2a/` from GitHub, `x/` from
 * `tar czf x.tgz x`) and is not part of the repository's paths. The folder is known only after the last entry, so packs
 * contain the archive's paths and `toRepositoryPath` converts them later.
 */

/**
 * Folder names with a meaning of their own: files in a lone `src/` stay in `src/`. Names of vendored folders are
 * included, so that the path filters see them with or without a wrapper.
 */
const meaningfulNames = new Set(
  [
    'src source sources lib libs app apps packages crates modules cmd internal pkg include api server client web',
    'bin scripts tools build dist out assets public test tests spec specs e2e benchmarks examples samples',
    'docs doc documentation vendor third_party third-party thirdparty node_modules bower_components site-packages',
  ].flatMap((line) => line.split(' ')),
);

/** Entries that archive tools add next to the folder they pack. */
const archiveMetadata = new Set(['__MACOSX', 'pax_global_header']);

/**
 * Returns the wrapper folder, given the first segments of all non-folder entries and whether one is a
 * top-level file. Returns undefined for several folders, a top-level file, or a meaningful name.
 */
export function detectWrapperFolder(
  firstSegments: ReadonlySet<string>,
  hasRootFile: boolean,
): string | undefined {
  const [name, ...others] = [...firstSegments].filter((segment) => !archiveMetadata.has(segment));
  if (hasRootFile || name === undefined || others.length > 0) return undefined;
  return name.startsWith('.') || meaningfulNames.has(name.toLowerCase()) ? undefined : name;
}

export function stripWrapper(path: string, wrapper: string | undefined): string {
  return wrapper !== undefined && path.startsWith(`${wrapper}/`) ? path.slice(wrapper.length + 1) : path;
}

export interface RepositoryLocation {
  readonly wrapper?: string | undefined;
  /** Relative to the repository's root, below the wrapper. */
  readonly subdirectory?: string | undefined;
}

/** Converts an archive's path to the repository's; undefined if it lies outside the subdirectory. */
export function toRepositoryPath(
  path: string,
  { wrapper, subdirectory }: RepositoryLocation,
): string | undefined {
  const stripped = stripWrapper(path, wrapper);
  const folder = (subdirectory ?? '').split('/').filter((segment) => segment !== '' && segment !== '.');
  return folder.length === 0 || stripped.startsWith(`${folder.join('/')}/`) ? stripped : undefined;
}
