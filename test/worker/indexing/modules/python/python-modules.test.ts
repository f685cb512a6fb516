import { describe, expect, it } from 'vitest';
import { createResolve } from '../create-layout.ts';

const file = {};

describe('Python modules', () => {
  describe('relative imports', () => {
    const resolve = createResolve({
      'pkg/__init__.py': file,
      'pkg/a.py': file,
      'pkg/sub/__init__.py': file,
      'pkg/sub/b.py': file,
      'scripts/run.py': file,
      'scripts/tasks.py': file,
    });
    it.each([
      ['pkg/a.py', '.', 'pkg/__init__.py'],
      ['pkg/a.py', '.sub', 'pkg/sub/__init__.py'],
      ['pkg/a.py', '.sub.b', 'pkg/sub/b.py'],
      ['pkg/sub/b.py', '..a', 'pkg/a.py'],
      ['pkg/sub/b.py', '..', 'pkg/__init__.py'],
      ['pkg/sub/__init__.py', '.b', 'pkg/sub/b.py'],
      ['pkg/a.py', '.missing', 'nothing'],
      ['pkg/a.py', '....a', 'nothing'],
      ['scripts/run.py', '.tasks', 'scripts/tasks.py'],
    ])('in %s, resolve %s to %s', (from, module, to) => expect(resolve(from, module)).toBe(to));
  });

  describe('absolute imports', () => {
    const resolve = createResolve({
      'pyproject.toml': '[project]\nname = "app"\ndependencies = ["requests>=2", "Typing-Extensions"]',
      'src/app/__init__.py': file,
      'src/app/json.py': file,
      'src/app/core/__init__.py': file,
      'src/app/core/engine.py': file,
      'src/app/fast.pyi': file,
      'src/app/both.py': file,
      'src/app/both.pyi': file,
      'src/app/twice.py': file,
      'src/app/twice/__init__.py': file,
      'tests/conftest.py': file,
      'tests/support.py': file,
      'tests/test_app.py': file,
      'tests/unit/test_core.py': file,
      'tests/data/requests/__init__.py': file,
      'tests/data/shop/__init__.py': file,
      'tests/data/shop/cart.py': file,
      'tools/release.py': file,
      'tools/json.py': file,
      'tools/lib/changes.py': file,
    });
    it.each([
      ['tests/test_app.py', 'app', 'src/app/__init__.py'],
      ['tests/test_app.py', 'app.core.engine', 'src/app/core/engine.py'],
      ['src/app/core/engine.py', 'app.json', 'src/app/json.py'],
    ])('find a package under src from anywhere: in %s, %s to %s', (from, module, to) =>
      expect(resolve(from, module)).toBe(to),
    );

    it.each([
      ['src/app/core/engine.py', 'json', 'external: json'],
      ['src/app/core/engine.py', 'os.path', 'external: os'],
      ['tools/release.py', 'json', 'tools/json.py'],
    ])(
      'resolve to the standard library unless the script’s own folder has the module: in %s, %s to %s',
      (from, module, to) => expect(resolve(from, module)).toBe(to),
    );

    it.each([
      ['app.fast', 'src/app/fast.pyi'],
      ['app.both', 'src/app/both.py'],
      ['app.twice', 'src/app/twice/__init__.py'],
      ['app.core.missing', 'nothing'],
      ['app.Engine', 'nothing'],
    ])('choose among source, stub and package: %s', (module, to) =>
      expect(resolve('src/app/json.py', module)).toBe(to),
    );

    it.each([
      ['tests/test_app.py', 'support', 'tests/support.py'],
      ['tests/unit/test_core.py', 'conftest', 'tests/conftest.py'],
      ['tests/test_app.py', 'tests.support', 'tests/support.py'],
      ['tests/test_app.py', 'tests', ''],
      ['tools/release.py', 'lib.changes', 'tools/lib/changes.py'],
      ['tests/test_app.py', 'shop.cart', 'tests/data/shop/cart.py'],
    ])(
      'resolve next to the script, from the root, and in test data for tests: in %s, %s to %s',
      (from, module, to) => expect(resolve(from, module)).toBe(to),
    );

    it.each([
      ['src/app/json.py', 'shop.cart', 'external: shop'],
      ['tests/test_app.py', 'requests', 'external: requests'],
      ['src/app/json.py', 'typing_extensions', 'external: typing_extensions'],
      ['src/app/json.py', 'numpy.linalg', 'external: numpy'],
    ])('keep external packages external: in %s, %s to %s', (from, module, to) =>
      expect(resolve(from, module)).toBe(to),
    );
  });

  it('find namespace packages across the projects of a repository', () => {
    const resolve = createResolve({
      'packages/one/pyproject.toml': '[tool.setuptools.packages.find]\nwhere = ["python"]',
      'packages/one/python/acme/cloud/store.py': file,
      'packages/two/setup.py': file,
      'packages/two/src/acme/cloud/queue.py': file,
    });
    expect(resolve('packages/two/src/acme/cloud/queue.py', 'acme.cloud.store')).toBe(
      'packages/one/python/acme/cloud/store.py',
    );
    expect(resolve('packages/one/python/acme/cloud/store.py', 'acme.cloud.queue')).toBe(
      'packages/two/src/acme/cloud/queue.py',
    );
  });

  it('use the nearest of several packages with the same name, and none when two are equally near', () => {
    const resolve = createResolve({
      'one/app/main.py': file,
      'one/common/__init__.py': file,
      'two/app/main.py': file,
      'two/common/__init__.py': file,
      'three/app/main.py': file,
    });
    expect(resolve('one/app/main.py', 'common')).toBe('one/common/__init__.py');
    expect(resolve('two/app/main.py', 'common')).toBe('two/common/__init__.py');
    expect(resolve('three/app/main.py', 'common')).toBe('nothing');
  });
});
