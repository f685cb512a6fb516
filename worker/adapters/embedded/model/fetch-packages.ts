/**
 * The listed packages from their registries, unpacked side by side, each only if its licence is the one the list names. What is there
 * already is not fetched again.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ecosystems, isEcosystem, type Ecosystem } from './ecosystems.ts';
import { permissiveLicence } from './permissive-license.ts';

/** Packages a call of the registry's client is asked for. */
const batch = 40;

/** @param folder gets `archives/` and `sources/`. @throws Error when a licence is not the listed one. */
export function fetchPackages(packages: readonly Package[], folder: string): void {
  const archives = join(folder, 'archives');
  mkdirSync(archives, { recursive: true });
  const missing = packages.filter((one) => findArchive(one, archives) === undefined);
  for (const [ecosystem, { download }] of Object.entries(ecosystems)) {
    const wanted = missing.filter((one) => one.ecosystem === ecosystem);
    for (let at = 0; at < wanted.length; at += batch) run(download(wanted.slice(at, at + batch)), archives);
  }
  for (const one of packages) {
    const licence = licenceOf(one, unpack(one, folder));
    if (licence !== one.licence) throw new Error(`${one.name} is under ${licence}, listed as ${one.licence}`);
  }
}

/** Where the package's files lie, unpacked if they are not yet. */
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

/** As `permissiveLicence` says it; undefined where it is another or is not told. */
export function licenceOf({ ecosystem, name }: Package, sources: string): string | undefined {
  const { licenceFile, licences } = ecosystems[ecosystem];
  const path = join(sources, licenceFile(name));
  return existsSync(path) ? permissiveLicence(licences(readFileSync(path, 'utf8'))) : undefined;
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
  /** As `permissiveLicence` says it. */
  readonly licence: string;
}

export function readPackageList(path = join(import.meta.dirname, 'packages.tsv')): readonly Package[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [ecosystem, name = '', version = '', licence = ''] = line.split('\t');
      if (!isEcosystem(ecosystem)) throw new Error(`not a line of the list: ${line}`);
      return { ecosystem, name, version, licence };
    });
}
