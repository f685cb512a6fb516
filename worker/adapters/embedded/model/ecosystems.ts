/** Defines for each registry how to download and unpack a package, its archive's name, and where the package states its license. */

import { readDebianLicenses, readNpmLicenses } from './permissive-license.ts';

export type Ecosystem = 'debian' | 'debian-source' | 'npm';

interface PackageVersion {
  readonly name: string;
  readonly version: string;
}

interface Registry {
  /** The command that downloads archives to the working folder, as program and arguments. */
  readonly download: (packages: readonly PackageVersion[]) => readonly [string, ...string[]];
  /** The prefix of the archive's file name. */
  readonly archive: (version: PackageVersion) => string;
  /** The command that unpacks the archive into a new folder. */
  readonly unpack: (archive: string, target: string) => readonly [string, ...string[]];
  /** The file in the unpacked package that states its licenses. */
  readonly licenseFile: (name: string) => string;
  readonly readLicenses: (text: string) => readonly string[];
}

const withVersion =
  (separator: string) =>
  ({ name, version }: PackageVersion): string =>
    `${name}${separator}${version}`;

export const ecosystems: Readonly<Record<Ecosystem, Registry>> = {
  debian: {
    download: (packages) => ['apt-get', 'download', '-qq', ...packages.map(withVersion('='))],
    archive: ({ name, version }) => `${name}_${version.replaceAll(':', '%3a')}_`,
    unpack: (archive, target) => ['dpkg-deb', '-x', archive, target],
    licenseFile: (name) => `usr/share/doc/${name}/copyright`,
    readLicenses: readDebianLicenses,
  },
  /** For languages whose binary packages contain no source. Needs a `deb-src` line in apt's sources. */
  'debian-source': {
    download: (packages) => [
      'apt-get',
      'source',
      '-qq',
      '--download-only',
      ...packages.map(withVersion('=')),
    ],
    archive: ({ name, version }) => `${name}_${version.replace(/^\d+:/, '')}.dsc`,
    unpack: (archive, target) => ['dpkg-source', '--no-check', '-q', '-x', archive, target],
    licenseFile: () => 'debian/copyright',
    readLicenses: readDebianLicenses,
  },
  npm: {
    download: (packages) => [
      'npm',
      'pack',
      '--silent',
      '--ignore-scripts',
      ...packages.map(withVersion('@')),
    ],
    archive: ({ name, version }) => `${name.replace(/^@/, '').replaceAll('/', '-')}-${version}.tgz`,
    unpack: (archive, target) => [
      'tar',
      '-xzf',
      archive,
      '--one-top-level=' + target,
      '--strip-components=1',
      '--no-same-owner',
    ],
    licenseFile: () => 'package.json',
    readLicenses: (text) => readNpmLicenses(JSON.parse(text)),
  },
};

export function isEcosystem(name: string | undefined): name is Ecosystem {
  return name !== undefined && Object.hasOwn(ecosystems, name);
}
