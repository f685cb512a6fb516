/** The package of a monorepo a file belongs to: the nearest folder above it that has a manifest of its own. */

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

/** @returns for any path of the repository, its package's folder; undefined for what lies in none but the root. */
export function packageFinder(paths: readonly string[]): (path: string) => string | undefined {
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
