import { describe, expect, it } from 'vitest';
import { createPackageFinder } from '../../../../worker/core/files/package-finder.ts';

describe('createPackageFinder', () => {
  const findPackage = createPackageFinder([
    'package.json',
    'packages/core/package.json',
    'packages/core/src/a.ts',
    'packages/core/plugins/x/package.json',
    'crates/parser/Cargo.toml',
    'tools/tool.csproj',
  ]);

  it.each([
    ['packages/core/src/a.ts', 'packages/core'],
    ['packages/core/plugins/x/src/b.ts', 'packages/core/plugins/x'],
    ['crates/parser/src/lib.rs', 'crates/parser'],
    ['tools/main.cs', 'tools'],
    ['packages/other/a.ts', undefined],
    ['README.md', undefined],
    ['src/index.ts', undefined],
  ])('%s belongs to %s', (path, folder) => expect(findPackage(path)).toBe(folder));
});
