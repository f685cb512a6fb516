/**
 * Downloads and unpacks the packages listed in `packages.tsv` (ecosystem, name, version and license per line), and fails if a license differs
 * from the list. Existing downloads are reused.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ecosystems, isEcosystem, type Ecosystem } from './ecosystems.ts';
import { permissiveLicense } from './permissive-license.ts';

/** Packages per call of the registry's client. */
const batch = 40;

/** @param folder receives `archives/` and `sources/` @throws Error when a license is not the listed one */
export function fetchPackages(packages: readonly Package[], folder: string): void {
  const archives = join(folder, 'archives');
  mkdirSync(archives, { recursive: true });
  const missing = packages.filter((one) => findArchive(one, archives) === undefined);
  for (const [ecosystem, { download }] of Object.entries(ecosystems)) {
    const packagesOfRegistry = missing.filter((one) => one.ecosystem === ecosystem);
    for (let at = 0; at < packagesOfRegistry.length; at += batch)
      run(download(packagesOfRegistry.slice(at, at + batch)), archives);
  }
  for (const one of packages) {
    const license = readLicense(one, unpack(one, folder));
    if (license !== one.license) throw new Error(`${one.name} is under ${license}, listed as ${one.license}`);
  }
}

/** Unpacks the package unless it is unpacked already. @returns the folder of its files */
export function unpack(one: Package, folder: string): string {
  const target = sourceFolder(one, folder);
  if (existsSync(target)) return target;
  const archive = findArchive(one, join(folder, 'archives'));
  if (archive === undefined) throw new Error(`the registry has no ${one.name} ${one.version}`);
  mkdirSync(join(folder, 'sources'), { recursive: true });
  try {
    run(ecosystems[one.ecosystem].unpack(archive, target), folder);
  } catch (thrown) {
    rmSync(target, { recursive: true, force: true });
    throw thrown;
  }
  return target;
}

export function sourceFolder({ name }: Package, folder: string): string {
  return join(folder, 'sources', name.replaceAll('/', '+'));
}

/** The license in the form of `permissiveLicense`; undefined when it is not permissive or not stated. */
export function readLicense({ ecosystem, name }: Package, sources: string): string | undefined {
  const { licenseFile, readLicenses } = ecosystems[ecosystem];
  const path = join(sources, licenseFile(name));
  return existsSync(path) ? permissiveLicense(readLicenses(readFileSync(path, 'utf8'))) : undefined;
}

function run([program, ...options]: readonly [string, ...string[]], folder: string): void {
  execFileSync(program, options, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

function findArchive({ ecosystem, name, version }: Package, archives: string): string | undefined {
  const start = ecosystems[ecosystem].archive({ name, version });
  const found = readdirSync(archives).find((file) => file.startsWith(start));
  return found === undefined ? undefined : join(archives, found);
}

export interface Package {
  readonly ecosystem: Ecosystem;
  readonly name: string;
  readonly version: string;
  /** In the form of `permissiveLicense`. */
  readonly license: string;
}

export function readPackageList(path = join(import.meta.dirname, 'packages.tsv')): readonly Package[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [ecosystem, name = '', version = '', license = ''] = line.split('\t');
      if (!isEcosystem(ecosystem)) throw new Error(`not a line of the list: ${line}`);
      return { ecosystem, name, version, license };
    });
}
