/** Builds the package `@wherefore/cli`: one program without dependencies. Commands that need much code load it from files beside it. */

import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const folder = join(import.meta.dirname, '../cli');
const output = join(folder, 'dist');

rmSync(output, { recursive: true, force: true });
await using bundle = await rolldown({ input: { wherefore: join(folder, 'main.ts') }, platform: 'node' });
await bundle.write({ dir: output, format: 'esm', banner: addShebang });
chmodSync(join(output, 'wherefore.js'), 0o755);

function addShebang({ isEntry }: { readonly isEntry: boolean }): string {
  return isEntry ? '#!/usr/bin/env node' : '';
}
