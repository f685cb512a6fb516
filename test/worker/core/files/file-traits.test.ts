/** Traits are detected from a file's path, its content and other paths. */
import { describe, expect, it } from 'vitest';
import { createTraitDetector, detectPathTraits } from '../../../../worker/core/files/file-traits.ts';
import type { FileTrait } from '../../../../worker/core/files/file.ts';

const examples = {
  stub: ['src/attr/__init__.pyi', 'types/index.d.ts', 'lib/types.d.mts'],
  legacy: ['httpie/legacy/v3.py', 'www/versioned_docs/version-10.x/links.md', 'lib/parser_old.c'],
  changelog: [
    'CHANGES.rst',
    'changelogs/CHANGELOG-3.0.md',
    'changelog/10128.bugfix.rst',
    'docs/about/release-notes.md',
    'doc/en/announce/release-2.0.0.rst',
    'docs/history/whatsnew-5.0.rst',
  ],
} as const satisfies Partial<Record<FileTrait, readonly string[]>>;

describe.each(Object.entries(examples))('%s', (trait, paths) => {
  it.each(paths.map((path) => [path]))('%s', (path) => {
    expect(detectPathTraits(path)).toContain(trait);
  });
});

it.each([
  'src/app.py',
  'src/_pytest/compat.py',
  'scripts/release.js',
  'src/attr/_next_gen.py',
  'celery/utils/deprecated.py',
  'docs/history-design-future.md',
  'docs/benchmarks.md',
  'docs/scripts.md',
  'docs_src/first_steps/main.py',
  'src/scheduler.ts',
  'src/older.ts',
  'langchain/tools/base.py',
])('finds no trait for %s', (path) => {
  expect(detectPathTraits(path)).toEqual([]);
});

it('adds traits of the content, and `legacy` if a newer version exists', () => {
  const traits = createTraitDetector(['zod/src/v3/types.ts', 'zod/src/v4/core/types.ts']);
  const metadata = { traits: ['reexport'] } as const;
  expect([...traits({ path: 'zod/src/v3/types.ts', metadata })]).toEqual(['legacy', 'reexport']);
  expect([...traits({ path: 'zod/src/v4/core/types.ts' })]).toEqual([]);
});
