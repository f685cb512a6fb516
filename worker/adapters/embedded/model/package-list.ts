/** The packages trained on: `packages.tsv`, one a line, with ecosystem, name, version and licence. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEcosystem } from './ecosystems.ts';
import type { Ecosystem } from './ecosystems.ts';

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
