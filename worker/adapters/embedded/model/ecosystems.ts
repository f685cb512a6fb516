/** How each registry's own client fetches a package, what it names the archive, and where the package says its licence. */

import { debianLicences, npmLicences } from './permissive-license.ts';

export type Ecosystem = 'debian' | 'debian-source' | 'npm';

interface Named {
  readonly name: string;
  readonly version: string;
}

interface Registry {
  /** The command that puts archives into the working folder, as program and arguments. */
  readonly download: (packages: readonly Named[]) => readonly [string, ...string[]];
  /** How the archive's name begins. */
  readonly archive: (one: Named) => string;
  /** The command that unpacks it into a folder that is not there yet. */
  readonly unpack: (archive: string, target: string) => readonly [string, ...string[]];
  /** The file in the unpacked package that names its licences, and how it is read. */
  readonly licenceFile: (name: string) => string;
  readonly licences: (text: string) => readonly string[];
}

const withVersion =
  (sign: string) =>
  ({ name, version }: Named): string =>
    `${name}${sign}${version}`;

export const ecosystems: Readonly<Record<Ecosystem, Registry>> = {
  debian: {
    download: (packages) => ['apt-get', 'download', '-qq', ...packages.map(withVersion('='))],
    archive: ({ name, version }) => `${name}_${version.replaceAll(':', '%3a')}_`,
    unpack: (archive, target) => ['dpkg-deb', '-x', archive, target],
    licenceFile: (name) => `usr/share/doc/${name}/copyright`,
    licences: debianLicences,
  },
  /** For languages of which a binary package holds no source; needs a `deb-src` line in apt's sources. */
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
    licenceFile: () => 'debian/copyright',
    licences: debianLicences,
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
    licenceFile: () => 'package.json',
    licences: (text) => npmLicences(JSON.parse(text)),
  },
};

export function isEcosystem(name: string | undefined): name is Ecosystem {
  return name !== undefined && Object.hasOwn(ecosystems, name);
}
