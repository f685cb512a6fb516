/**
 * Candidates in, the list out: `node list-packages.ts <folder> < candidates.tsv > packages.tsv`, where a candidate is ecosystem, name and
 * version of an archive in `<folder>/archives`. What is not permissive is left out.
 */

import { readFileSync } from 'node:fs';
import { isEcosystem } from './ecosystems.ts';
import { licenceOf, unpack, type Package } from './fetch-packages.ts';

const [folder = '.'] = process.argv.slice(2);
for (const line of readFileSync(0, 'utf8').trim().split('\n')) {
  const [ecosystem, name = '', version = ''] = line.split('\t');
  if (!isEcosystem(ecosystem)) throw new Error(`not a candidate: ${line}`);
  const candidate: Package = { ecosystem, name, version, licence: '' };
  const licence = licenceOf(candidate, unpack(candidate, folder));
  if (licence !== undefined) process.stdout.write(`${[ecosystem, name, version, licence].join('\t')}\n`);
}
