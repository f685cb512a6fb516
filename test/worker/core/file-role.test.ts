/** The role of a file, read from its path alone. */
import { describe, expect, it } from 'vitest';
import type { FileRole } from '../../../worker/core/file.ts';
import { roleOfPath } from '../../../worker/core/file-role.ts';

const examples = {
  source: [
    'src/app.py',
    'flask/testing.py',
    'lib/contest.py',
    'main.go',
    'docs/conf.py',
    'website/src/page.ts',
    'src/latest/index.ts',
    'internal/attest/key.go',
    'constructor',
  ],
  test: [
    'tests/test_app.py',
    'test_app.py',
    'conftest.py',
    'router_test.go',
    'src/app.test.ts',
    'src/app.spec.tsx',
    'spec/models/user_spec.rb',
    'src/test/java/FooTest.java',
    'Foo.Tests/BarTests.cs',
    'tests/README.md',
    'testdata/big.json',
    'bench/run.ts',
    'src/Button.stories.tsx',
  ],
  example: [
    'examples/hello/main.rs',
    'docs_src/first_steps/tutorial001.py',
    'Samples/a.cs',
    'demo/index.html',
  ],
  docs: [
    'README.md',
    'docs/index.md',
    'docs/guide/install.rst',
    'CHANGELOG.md',
    'docs/en/index.md',
    'docs/how-to-use-it.md',
    'docs/user_id.md',
    'NOTES.txt',
  ],
  translation: [
    'docs/fr/index.md',
    'docs/zh-CN/guide/index.md',
    'README.zh-CN.md',
    'README-ja.md',
    'README_es.md',
    'docs/readme-zh.md',
    'docs/guide.de.md',
    'locales/pt-BR/messages.json',
  ],
  config: [
    'package.json',
    'pyproject.toml',
    'Dockerfile',
    '.eslintrc',
    '.github/workflows/ci.yml',
    'Makefile',
  ],
} as const satisfies Record<FileRole, readonly string[]>;

describe.each(Object.entries(examples))('%s', (role, paths) => {
  it.each(paths.map((path) => [path]))('%s', (path) => {
    expect(roleOfPath(path)).toBe(role);
  });
});
