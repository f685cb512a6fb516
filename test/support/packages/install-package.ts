/** Packs a package of this project as `npm publish` would, and installs it without the network in an empty folder, as its users do. */

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** @param name the package's folder below `clients`. @returns the folder in which it is installed */
export async function installPackage(name: 'api' | 'cli'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `wherefore-${name}-`));
  const packed = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: join(root, 'clients', name),
  });
  // npm prints the output of `prepack` before its own.
  const [, file = ''] = /"filename": "([^"]+)"/.exec(packed.stdout) ?? [];
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, file)], { cwd: folder });
  await rm(join(folder, file));
  return folder;
}

/** Type-checks a program of a folder with the strictest settings, and without skipping the declarations of packages. */
export async function checkTypes(folder: string, file: string): Promise<void> {
  const options = ['--strict', '--noEmit', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false'];
  const target = ['--target', 'es2023', '--lib', 'es2023,dom,dom.iterable,dom.asynciterable'];
  const modules = ['--module', 'nodenext'];
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [compiler, ...options, ...target, ...modules, file], { cwd: folder }).catch(
    (thrown: { readonly stdout?: string }) => {
      throw new Error(`${file} has type errors:\n${thrown.stdout ?? String(thrown)}`);
    },
  );
}
