/** Builds the package `@wherefore/api`: one module without dependencies, and its declarations. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { emitDeclarations } from './emit-declarations.ts';

const root = join(import.meta.dirname, '../..');
const entry = join(root, 'clients/api/index.ts');
const output = join(root, 'clients/api/dist');

rmSync(output, { recursive: true, force: true });
const declarations = mkdtempSync(join(tmpdir(), 'wherefore-declarations-'));
try {
  await bundleModule();
  emitDeclarations(entry, root, declarations);
  await bundleDeclarations();
} finally {
  rmSync(declarations, { recursive: true, force: true });
}

async function bundleModule(): Promise<void> {
  await using bundle = await rolldown({ input: entry, platform: 'neutral' });
  await bundle.write({ dir: output, format: 'esm' });
}

async function bundleDeclarations(): Promise<void> {
  const input = join(declarations, 'clients/api/index.d.ts');
  await using bundle = await rolldown({ input, plugins: [dts({ dtsInput: true, emitDtsOnly: true })] });
  await bundle.write({ dir: output, format: 'esm' });
}
