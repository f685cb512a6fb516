/** Path filters: skipped paths, and similar ones that are accepted. */
import { expect, it } from 'vitest';
import { filterPath } from '../../../../worker/ingestion/source-files/path-filters.ts';

it.each([
  ['node_modules/react/index.js', 'vendored'],
  ['flask-1a/web/node_modules/a/b.js', 'vendored'],
  ['vendor/github.com/pkg/errors/errors.go', 'vendored'],
  ['src/third_party/zlib/zlib.c', 'vendored'],
  ['.venv/lib/python3.12/site-packages/six.py', 'vendored'],
  ['.git/config', 'ignored'],
  ['sub/.git/hooks/pre-commit.sample', 'ignored'],
  ['package-lock.json', 'lock-file'],
  ['web/pnpm-lock.yaml', 'lock-file'],
  ['Cargo.lock', 'lock-file'],
  ['go.sum', 'lock-file'],
  ['dist/app.min.js', 'minified'],
  ['css/site-min.css', 'minified'],
  ['dist/app.js.map', 'generated'],
  ['api/user.pb.go', 'generated'],
  ['api/user_pb2.py', 'generated'],
  ['api/user_pb2_grpc.py', 'generated'],
  ['api/user_pb.d.ts', 'generated'],
  ['lib/user.g.dart', 'generated'],
  ['Forms/Main.Designer.cs', 'generated'],
  ['tests/__snapshots__/a.test.ts.snap', 'generated'],
  ['src/app.snap', 'generated'],
  ['relay/__generated__/query.graphql.ts', 'generated'],
  ['a/__pycache__/b.cpython-312.pyc', 'generated'],
  ['assets/logo.PNG', 'binary'],
  ['assets/logo.svg', 'binary'],
  ['fonts/inter.woff2', 'binary'],
  ['docs/guide.pdf', 'binary'],
  ['testdata/sample.tar.gz', 'nested-archive'],
  ['libs/tool.jar', 'nested-archive'],
  ['__MACOSX/app/._main.py', 'special-entry'],
  ['app/._main.py', 'special-entry'],
  ['.DS_Store', 'special-entry'],
])('skips %s as %s', (path, reason) => {
  const skip = filterPath(path);
  expect(skip?.reason).toBe(reason);
  expect(skip?.detail).toMatch(/\w{2}/);
});

it.each([
  'src/vendor.ts',
  'src/vendored/a.py',
  'vendor',
  'dist/index.js',
  'build/make.py',
  'external/lib.c',
  'deps/a.ex',
  'package.json',
  'go.mod',
  'src/lock.ts',
  'docs/lock-files.md',
  'src/minimap.js',
  'src/admin.css',
  'map/tile.ts.mapping',
  'src/pb.go',
  'src/zip.ts',
  'src/a.zip.ts',
  'gz',
  'README',
  '.gitignore',
  '.github/workflows/ci.yml',
  'constructor',
  'a/constructor/b.py',
  'main.constructor',
  'locales/de.po',
  'data/table.csv',
])('accepts %s', (path) => {
  expect(filterPath(path)).toBeUndefined();
});
