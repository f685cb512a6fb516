/**
 * The listed packages from their registries, unpacked side by side, each only if its licence is the one the list names. What is there
 * already is not fetched again.
 */

import { execFileSync } from 'node:child_process';
import type { ExecFileSyncOptions } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Package } from './package-list.ts';
import { debianLicences, npmLicences, permissiveLicence } from './permissive-licence.ts';

/** Packages a call of the registry's client is asked for. */
const batch = 40;

/** @param folder gets `archives/` and `sources/`. @throws Error when a licence is not the listed one. */
export function fetchPackages(packages: readonly Package[], folder: string): void {
  const archives = join(folder, 'archives');
  mkdirSync(archives, { recursive: true });
  const missing = packages.filter((one) => findArchive(one, archives) === undefined);
  for (const ecosystem of ['debian', 'npm'] as const) {
    const wanted = missing.filter((one) => one.ecosystem === ecosystem);
    for (let at = 0; at < wanted.length; at += batch)
      download(ecosystem, wanted.slice(at, at + batch), archives);
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
  mkdirSync(target, { recursive: true });
  try {
    if (one.ecosystem === 'debian') execFileSync('dpkg-deb', ['-x', archive, target]);
    else execFileSync('tar', ['-xzf', archive, '-C', target, '--strip-components=1', '--no-same-owner']);
  } catch (thrown) {
    rmSync(target, { recursive: true });
    throw thrown;
  }
  return target;
}

export function sourceFolder({ name }: Package, folder: string): string {
  return join(folder, 'sources', name.replaceAll('/', '+'));
}

/** As `permissiveLicence` says it; undefined where it is another or is not told. */
export function licenceOf({ ecosystem, name }: Package, sources: string): string | undefined {
  const path =
    ecosystem === 'debian'
      ? join(sources, 'usr/share/doc', name, 'copyright')
      : join(sources, 'package.json');
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, 'utf8');
  return permissiveLicence(ecosystem === 'debian' ? debianLicences(text) : npmLicences(JSON.parse(text)));
}

function download(ecosystem: Package['ecosystem'], packages: readonly Package[], archives: string): void {
  const options: ExecFileSyncOptions = { cwd: archives, stdio: ['ignore', 'ignore', 'inherit'] };
  const named = (sign: string): string[] => packages.map(({ name, version }) => `${name}${sign}${version}`);
  if (ecosystem === 'debian') execFileSync('apt-get', ['download', '-qq', ...named('=')], options);
  else execFileSync('npm', ['pack', '--silent', '--ignore-scripts', ...named('@')], options);
}

/** Both clients name archives after package and version: `python3-x_1%3a2-1_all.deb`, `scope-x-1.0.0.tgz`. */
function findArchive({ ecosystem, name, version }: Package, archives: string): string | undefined {
  const start =
    ecosystem === 'debian'
      ? `${name}_${version.replaceAll(':', '%3a')}_`
      : `${name.replace(/^@/, '').replaceAll('/', '-')}-${version}.tgz`;
  const found = readdirSync(archives).find((file) => file.startsWith(start));
  return found === undefined ? undefined : join(archives, found);
}
