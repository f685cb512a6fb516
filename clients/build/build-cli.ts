/**
 * Builds the package `@wherefore/cli`: one program without dependencies, and the licenses of the packages that are part of it. Commands that
 * need much code load it from files beside the program.
 */

import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown, type RolldownOutput } from 'rolldown';

const folder = join(import.meta.dirname, '../cli');
const output = join(folder, 'dist');

rmSync(output, { recursive: true, force: true });
await using bundle = await rolldown({ input: { wherefore: join(folder, 'main.ts') }, platform: 'node' });
const written = await bundle.write({ dir: output, format: 'esm', banner: addShebang });
chmodSync(join(output, 'wherefore.js'), 0o755);
writeFileSync(join(output, 'LICENSES.txt'), collectLicenses(written));

function addShebang({ isEntry }: { readonly isEntry: boolean }): string {
  return isEntry ? '#!/usr/bin/env node' : '';
}

/** @throws Error for a package without a license file, since its terms would be unknown */
function collectLicenses({ output: chunks }: RolldownOutput): string {
  const modules = chunks.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  const packages = new Set(
    modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
  );
  const licenses = [...packages].sort().map((path) => {
    const file = readdirSync(path).find((name) => /^licen[cs]e/i.test(name));
    if (file === undefined) throw new Error(`${path} has no license file.`);
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return `${name}\n\n${readFileSync(join(path, file), 'utf8').trim()}\n`;
  });
  return licenses.join(`\n${'-'.repeat(80)}\n\n`);
}
