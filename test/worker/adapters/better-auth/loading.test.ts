/** Tests that the libraries of accounts are loaded only on demand: no static import leads from the Worker's entry point to them. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const libraries = /^(?:better-auth|@better-auth|drizzle-orm)(?:\/|$)/;

/** Files and packages that a file imports when it is loaded. Types and `import()` are not loaded with it. */
function listStaticImports(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/^\s*(?:import|export)\s+(?!type\s)(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm)].map(
    (match) => match[1] ?? '',
  );
}

function reachableFrom(entry: string): { files: Set<string>; packages: Set<string> } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    if (!file.endsWith('.ts')) continue;
    for (const specifier of listStaticImports(file)) {
      const target = join(dirname(file), specifier);
      if (!specifier.startsWith('.')) packages.add(specifier);
      else if (existsSync(target)) waiting.push(target);
    }
  }
  return { files, packages };
}

it('the entry point of the Worker does not load the libraries of accounts', () => {
  const { files, packages } = reachableFrom(join(root, 'worker/main.ts'));
  expect(files).toContain(join(root, 'worker/adapters/better-auth/accounts.ts'));
  expect([...packages].filter((name) => libraries.test(name))).toEqual([]);
  const lazy = reachableFrom(join(root, 'worker/adapters/better-auth/stored-accounts.ts'));
  expect([...lazy.packages].filter((name) => libraries.test(name)).length).toBeGreaterThan(4);
});
