import { describe, expect, it } from 'vitest';
import { createResolve } from '../create-layout.ts';

const file = {};
const declares = (...names: string[]) => ({ imports: names.map((name) => ({ module: `self.${name}` })) });

const uses = (from: string, to: string) => ({
  module: from,
  names: [{ imported: '*', local: to, line: 1 }],
});

describe('Rust modules', () => {
  describe('of one crate', () => {
    const resolve = createResolve({
      'Cargo.toml':
        '[package]\nname = "my-app"\nedition = "2021"\n[dependencies]\nserde = "1"\nsmall = { package = "small-vec", version = "1" }',
      'build.rs': file,
      'src/lib.rs': { ...declares('search', 'sink'), modules: { inner: [5, 9] } },
      'src/main.rs': declares('cli', 'search'),
      'src/cli.rs': file,
      'src/search/mod.rs': {
        ...declares('deep'),
        defines: ['Order'],
        modules: { tests: [50, 90], 'tests.more': [60, 70] },
      },
      'src/search/deep.rs': {
        imports: [{ module: 'crate.sink', names: [{ imported: '*', local: 's', line: 1 }] }],
      },
      'src/sink.rs': { defines: ['Sink'], imports: [{ module: 'crate.search', wildcard: true }] },
      'tests/all.rs': declares('support'),
      'tests/support.rs': file,
      'tests/alone.rs': file,
    });
    it.each([
      ['src/search/deep.rs', 'crate.sink.Sink', 'src/sink.rs + Sink'],
      ['src/search/deep.rs', 'crate.Engine', 'src/lib.rs + Engine'],
      ['src/search/deep.rs', 'crate.inner.Engine', 'src/lib.rs + inner.Engine'],
      ['src/search/deep.rs', 'super.Order', 'src/search/mod.rs + Order'],
      ['src/search/deep.rs', 'super.super.sink.Sink', 'src/sink.rs + Sink'],
      ['src/search/deep.rs', 'super.super.super.sink', 'nothing'],
      ['src/search/mod.rs', 'self.deep.Depth', 'src/search/deep.rs + Depth'],
      ['src/search/mod.rs', 'deep.Depth', 'src/search/deep.rs + Depth'],
      ['src/search/mod.rs', 'Order.Ascending', 'src/search/mod.rs + Order.Ascending'],
      ['src/lib.rs', 'search', 'src/search/mod.rs'],
      ['src/cli.rs', 'crate.Mode', 'src/main.rs + Mode'],
      ['src/cli.rs', 'my_app.search.Order', 'src/search/mod.rs + Order'],
      ['src/main.rs', 'my_app', 'src/lib.rs'],
      ['src/search/deep.rs', 's.Sink', 'src/sink.rs + Sink'],
      ['src/sink.rs', 'deep.Depth', 'src/search/deep.rs + Depth'],
      ['tests/all.rs', 'my_app.Engine', 'src/lib.rs + Engine'],
      ['tests/all.rs', 'support.make', 'tests/support.rs + make'],
      ['tests/support.rs', 'crate.Case', 'tests/all.rs + Case'],
      ['tests/alone.rs', 'crate.Case', 'tests/alone.rs + Case'],
    ])('in %s, resolve %s to %s', (from, module, to) => expect(resolve(from, module)).toBe(to));

    it.each([
      ['std.collections.HashMap', 'external: std'],
      ['serde.Serialize', 'external: serde'],
      ['small.SmallVec', 'external: small-vec'],
      ['unheard_of.Thing', 'nothing'],
    ])('resolve %s to %s', (module, to) => expect(resolve('src/sink.rs', module)).toBe(to));

    it('resolve relative to the inline module that contains the statement', () => {
      expect(resolve('src/search/mod.rs', 'super.Order', 55)).toBe('src/search/mod.rs + Order');
      expect(resolve('src/search/mod.rs', 'super.helper', 65)).toBe('src/search/mod.rs + tests.helper');
      expect(resolve('src/search/mod.rs', 'self.helper', 55)).toBe('src/search/mod.rs + tests.helper');
      expect(resolve('src/search/mod.rs', 'super.sink.Sink', 40)).toBe('src/sink.rs + Sink');
      // The line that opens a module is not inside it.
      expect(resolve('src/search/mod.rs', 'super.sink.Sink', 50)).toBe('src/sink.rs + Sink');
    });
  });

  describe('of a workspace', () => {
    const resolve = createResolve({
      'Cargo.toml': `[workspace]
members = ["crates/*"]
[workspace.package]
edition = "2024"
[workspace.dependencies]
core-lib = { path = "crates/core" }
log = "0.4"
[patch.crates-io]
patched = { path = "crates/patched" }`,
      'crates/core/Cargo.toml':
        '[package]\nname = "core-lib"\nedition.workspace = true\n[lib]\nname = "corelib"\npath = "lib/root.rs"',
      'crates/core/lib/root.rs': file,
      'crates/core/lib/parts.rs': file,
      'crates/patched/Cargo.toml': '[package]\nname = "patched"\n',
      'crates/patched/src/lib.rs': { defines: ['Old'] },
      'crates/patched/src/a.rs': file,
      'crates/app/Cargo.toml': `[package]
name = "app"
edition.workspace = true
[dependencies]
corelib = { workspace = true, package = "core-lib" }
core-lib = { workspace = true }
renamed = { package = "core-lib", path = "../core" }
patched = "1"
log.workspace = true
[target.'cfg(unix)'.dependencies]
nix = "0.1"
[dev-dependencies]
lost = { path = "../lost" }
[[bin]]
name = "app"
path = "app/start.rs"`,
      'crates/app/app/start.rs': file,
      'crates/app/app/flags/mod.rs': file,
      'crates/app/examples/show/main.rs': file,
      'crates/app/examples/show/part.rs': file,
    });
    it.each([
      ['crates/app/app/start.rs', 'core_lib.parts.P', 'crates/core/lib/parts.rs + P'],
      ['crates/app/app/start.rs', 'renamed.parts.P', 'crates/core/lib/parts.rs + P'],
      ['crates/app/app/start.rs', 'patched.a', 'crates/patched/src/a.rs'],
      ['crates/app/app/start.rs', 'log.info', 'external: log'],
      ['crates/app/app/start.rs', 'nix.unistd', 'external: nix'],
      ['crates/app/app/start.rs', 'lost.Found', 'nothing'],
      ['crates/app/app/flags/mod.rs', 'crate.flags.Flag', 'crates/app/app/flags/mod.rs + Flag'],
      ['crates/app/app/flags/mod.rs', 'super.Run', 'crates/app/app/start.rs + Run'],
      ['crates/app/examples/show/part.rs', 'crate.Show', 'crates/app/examples/show/main.rs + Show'],
      // Without an edition, paths in `use` begin at the crate's root.
      ['crates/patched/src/a.rs', 'Old.new', 'crates/patched/src/lib.rs + Old.new'],
    ])('in %s, resolve %s to %s', (from, module, to) => expect(resolve(from, module)).toBe(to));
  });

  it('without a manifest use a lib.rs or main.rs above as the root, and treat other names as crates', () => {
    const resolve = createResolve({ 'a/main.rs': file, 'a/b/c.rs': file });
    expect(resolve('a/b/c.rs', 'crate.Run')).toBe('a/main.rs + Run');
    expect(resolve('a/b/c.rs', 'rand.Rng')).toBe('external: rand');
  });

  it('stop when names resolve to each other', () => {
    const resolve = createResolve({
      'Cargo.toml': '[package]\nname = "x"\nedition = "2021"',
      'src/lib.rs': { imports: [uses('b', 'a'), uses('a', 'b'), { module: 'c', wildcard: true }] },
    });
    expect(resolve('src/lib.rs', 'a.x')).toBe('nothing');
  });
});
