/**
 * Downloads and unpacks the packages listed in `packages.tsv` (ecosystem, name, version and license per line), and fails if a license differs
 * from the list. Existing downloads are reused.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ecosystems, isEcosystem, type Ecosystem } from './ecosystems.ts';
import { permissiveLicense } from './permissive-license.ts';

/** Maximum number of packages per call of a registry client. */
const packagesPerCall = 40;

/** @param folder receives `archives/` and `sources/` @throws Error when a license is not the listed one */
export function fetchPackages(packages: readonly Package[], folder: string): void {
  const archives = join(folder, 'archives');
  mkdirSync(archives, { recursive: true });
  const missingPackages = packages.filter((listed) => findArchive(listed, archives) === undefined);
  for (const [ecosystem, { download }] of Object.entries(ecosystems)) {
    const packagesOfRegistry = missingPackages.filter((listed) => listed.ecosystem === ecosystem);
    for (let start = 0; start < packagesOfRegistry.length; start += packagesPerCall)
      run(download(packagesOfRegistry.slice(start, start + packagesPerCall)), archives);
  }
  for (const listed of packages) {
    const license = readLicense(listed, unpack(listed, folder));
    if (license !== listed.license)
      throw new Error(
        `The license of ${listed.name} is ${license ?? 'missing or not permissive'}, but packages.tsv states ${listed.license}.`,
      );
  }
}

/** Unpacks the package unless it is unpacked already. @returns the folder of its files */
export function unpack(listed: Package, folder: string): string {
  const target = sourceFolder(listed, folder);
  if (existsSync(target)) return target;
  const archive = findArchive(listed, join(folder, 'archives'));
  if (archive === undefined)
    throw new Error(
      `No downloaded archive matches ${listed.name} ${listed.version} in ${folder}. Check the version in packages.tsv.`,
    );
  mkdirSync(join(folder, 'sources'), { recursive: true });
  try {
    run(ecosystems[listed.ecosystem].unpack(archive, target), folder);
  } catch (thrown) {
    rmSync(target, { recursive: true, force: true });
    throw thrown;
  }
  return target;
}

export function sourceFolder({ name }: Package, folder: string): string {
  return join(folder, 'sources', name.replaceAll('/', '+'));
}

/** Reads the license in the form that `permissiveLicense` returns; undefined when it is not permissive or not stated. */
export function readLicense({ ecosystem, name }: Package, sources: string): string | undefined {
  const { licenseFile, readLicenses } = ecosystems[ecosystem];
  const path = join(sources, licenseFile(name));
  return existsSync(path) ? permissiveLicense(readLicenses(readFileSync(path, 'utf8'))) : undefined;
}

function run([program, ...options]: readonly [string, ...string[]], folder: string): void {
  execFileSync(program, options, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

function findArchive({ ecosystem, name, version }: Package, archives: string): string | undefined {
  const prefix = ecosystems[ecosystem].archive({ name, version });
  const archive = readdirSync(archives).find((file) => file.startsWith(prefix));
  return archive === undefined ? undefined : join(archives, archive);
}

export interface Package {
  readonly ecosystem: Ecosystem;
  readonly name: string;
  readonly version: string;
  /** In the form that `permissiveLicense` returns. */
  readonly license: string;
}

export function readPackageList(path = join(import.meta.dirname, 'packages.tsv')): readonly Package[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [ecosystem, name = '', version = '', license = ''] = line.split('\t');
      if (!isEcosystem(ecosystem)) throw new Error(`The package list contains an invalid line: ${line}`);
      return { ecosystem, name, version, license };
    });
}
