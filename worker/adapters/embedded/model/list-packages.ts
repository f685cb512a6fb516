/**
 * Writes the package list: `node list-packages.ts <folder> < candidates.tsv > packages.tsv`. A candidate is the ecosystem, name and version of
 * an archive in `<folder>/archives`. Packages without a permissive license are omitted.
 */

import { readFileSync } from 'node:fs';
import { isEcosystem } from './ecosystems.ts';
import { readLicense, unpack, type Package } from './fetch-packages.ts';

const [folder = '.'] = process.argv.slice(2);
for (const line of readFileSync(0, 'utf8').trim().split('\n')) {
  const [ecosystem, name = '', version = ''] = line.split('\t');
  if (!isEcosystem(ecosystem)) throw new Error(`This line is not a candidate: ${line}`);
  const candidate: Package = { ecosystem, name, version, license: '' };
  const license = readLicense(candidate, unpack(candidate, folder));
  if (license !== undefined) process.stdout.write(`${[ecosystem, name, version, license].join('\t')}\n`);
}
