/** Finds a file's package in a monorepo: the closest parent folder with its own manifest. */

const manifests: ReadonlySet<string> = new Set([
  'package.json',
  'pyproject.toml',
  'setup.py',
  'Cargo.toml',
  'go.mod',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'composer.json',
  'Gemfile',
]);

/** @returns a function that maps a path to its package's folder; undefined for a file that belongs to the root package only */
export function createPackageFinder(paths: readonly string[]): (path: string) => string | undefined {
  const folders = new Set(
    paths.flatMap((path) => {
      const slash = path.lastIndexOf('/');
      const isManifest =
        manifests.has(path.slice(slash + 1)) || path.endsWith('.csproj') || path.endsWith('.gemspec');
      return isManifest && slash > 0 ? [path.slice(0, slash)] : [];
    }),
  );
  return (path) => {
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      const folder = path.slice(0, slash);
      if (folders.has(folder)) return folder;
    }
    return undefined;
  };
}
