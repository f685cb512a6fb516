/**
 * Rebuilds the embedded model: `node make.ts <folder>` downloads the listed packages into the folder, writes training pairs, trains, and writes
 * `weights.bin` and `space.ts` next to this file. Needs `apt-get`, `npm`, `dpkg-deb`, `tar` and Python 3 with numpy and scipy.
 */

import './register-wasm-loader.ts';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fetchPackages, readPackageList } from './fetch-packages.ts';

const steps = ['fetch', 'pairs', 'train', 'name'] as const;
const [folder = join(tmpdir(), 'wherefore-model'), firstStep = 'fetch'] = process.argv.slice(2);
const remainingSteps = steps.slice(steps.findIndex((step) => step === firstStep));
const weights = join(import.meta.dirname, 'weights.bin');

mkdirSync(folder, { recursive: true });
const packages = readPackageList();
if (remainingSteps.includes('fetch')) fetchPackages(packages, resolve(folder));
if (remainingSteps.includes('pairs')) {
  // Imported after the wasm loader is registered, because the parser imports grammars.
  const [{ createTreeSitterParser }, { writePairs }] = await Promise.all([
    import('../../tree-sitter/parser.ts'),
    import('./write-pairs.ts'),
  ]);
  await writePairs(packages, resolve(folder), createTreeSitterParser());
}
if (remainingSteps.includes('train')) {
  const script = join(import.meta.dirname, 'train.py');
  const env = { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };
  execFileSync('python3', [script, folder, '--out', weights], { stdio: 'inherit', env });
}
if (remainingSteps.includes('name')) writeSpaceFile(readFileSync(weights));

/** Writes `space.ts`. The space's name contains the hash of the weights, because other weights give other vectors. */
function writeSpaceFile(bytes: Buffer): void {
  const dimensions = bytes.readUInt32LE(12);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  writeFileSync(
    join(import.meta.dirname, 'space.ts'),
    `/** The embedding space of \`weights.bin\`, named after its hash. Written by \`make.ts\`. */

import type { EmbeddingSpace } from '../../../core/code/embedding.ts';

export const space: EmbeddingSpace = { name: 'wherefore-static-${dimensions}@${hash}', dimensions: ${dimensions} };
`,
  );
}
