/**
 * Resolves imports in JavaScript, TypeScript and components: relative paths, aliases of build files, packages of the repository, and
 * otherwise external packages.
 */

import type { LinkableFile } from '../../../ports/graph-store.ts';
import { createEcmaScriptAliases } from './aliases.ts';
import { createEcmaScriptFiles } from './source-files.ts';
import { createEcmaScriptPackages } from './packages.ts';
import { type ImportSystem, noFiles, type ResolvedModule, type SnapshotLayout } from '../module-map.ts';
import { valueAt } from '../manifest-values.ts';
import { createPackageTargets } from './package-targets.ts';
import { parentFolder, joinPath, childPath } from '../snapshot-path.ts';

/** Maximum number of aliases followed for one import. An alias may resolve to another alias, but a longer chain is a cycle. */
const maxSteps = 5;

export function createEcmaScriptModules(layout: SnapshotLayout): ImportSystem {
  const files = createEcmaScriptFiles(layout);
  const packages = createEcmaScriptPackages(layout, files);
  const packageTargets = createPackageTargets();
  const aliases = createEcmaScriptAliases(layout, files, packages);

  /** Resolves a name that begins with `#` through `imports` of the nearest package.json. */
  function bySubpathImports(folder: string, name: string, steps: number): ResolvedModule {
    const [nearest] = packages.manifestsFrom(folder, 'package.json');
    for (const target of packageTargets(valueAt(nearest?.manifest, 'imports'), name) ?? []) {
      if (!target.startsWith('.')) return resolveWritten(folder, target, steps + 1);
      const found = packages.target(nearest?.folder ?? '', target);
      if (found !== undefined) return singleFile(found);
    }
    return undefined;
  }

  function byPackage(folder: string, name: string): ResolvedModule {
    const owner = packageName(name);
    const ownerFolder = packages.locate(owner, folder);
    if (ownerFolder !== undefined)
      return singleFile(packages.entry(ownerFolder, `.${name.slice(owner.length)}`));
    return { external: nodeBuiltins.has(owner) ? `node:${owner}` : owner };
  }

  function resolveName(folder: string, name: string, steps: number): ResolvedModule {
    const external = externalPackage(name);
    if (external !== undefined) return { external };
    const aliased = aliases.byConfig(folder, name);
    if (typeof aliased === 'number') return singleFile(aliased);
    if (name.startsWith('#')) return bySubpathImports(folder, name, steps);
    const mapped = aliases.byImportMap(folder, name);
    if (mapped !== undefined) return resolveWritten(mapped.folder, mapped.written, steps + 1);
    if (/^\$lib(?:\/|$)/.test(name)) return singleFile(aliases.byKit(folder, name));
    const based = aliases.byBaseUrl(folder, name);
    if (based !== undefined) return singleFile(based);
    // Not a valid package name: an alias that bundler code defines.
    if (/^(?:[~$]|@\/)/.test(name)) return undefined;
    const packaged = byPackage(folder, name);
    // A pattern as broad as `@scope/*` also covers external packages.
    const isMissing = aliased === 'missing' && !packages.dependsOn(folder, packageName(name));
    return isMissing && packaged !== undefined && 'external' in packaged ? undefined : packaged;
  }

  function resolveWritten(folder: string, module: string, steps: number): ResolvedModule {
    if (steps > maxSteps) return undefined;
    if (!/^(?:\.{0,2}\/|\.{1,2}$)/.test(module)) return resolveName(folder, module, steps);
    if (!module.startsWith('/')) return singleFile(findAt(folder, module));
    // Bundlers serve a package from its own folder, and files in `public` unchanged.
    const owner = packages.manifestsFrom(folder, 'package.json')[0]?.folder ?? '';
    return singleFile(findAt(owner, module) ?? findAt(childPath(owner, 'public'), module));
  }

  function findAt(folder: string, module: string): number | undefined {
    const path = joinPath(folder, module);
    return path === undefined ? undefined : files.find(path);
  }

  return {
    scopeKey: (file) => parentFolder(file.path),
    // Bundlers allow loaders before a `!` and options after a `?`.
    resolve: (file: LinkableFile, module) =>
      resolveWritten(
        parentFolder(file.path),
        module.slice(module.lastIndexOf('!') + 1).replace(/\?.*$/s, ''),
        0,
      ),
    siblings: () => noFiles,
  };
}

function singleFile(file: number | undefined): ResolvedModule {
  return file === undefined ? undefined : { files: [file], rest: [] };
}

function packageName(name: string): string {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}

/** Returns the package of a name with a scheme: `react` for `npm:react@18/x`, `node:fs` for `node:fs/promises`. */
function externalPackage(name: string): string | undefined {
  if (/^\$(?:app|env)\/|^\$service-worker$/.test(name)) return '@sveltejs/kit';
  const [, scheme = '', rest = ''] = /^([a-z][\w.+-]*):(.*)$/s.exec(name) ?? [];
  if (scheme === '') return undefined;
  if (scheme === 'npm' || scheme === 'jsr') {
    return packageName(rest.replace(/^\//, '')).replace(/(?<=.)@[^/]*$/, '');
  }
  return scheme === 'node' ? `node:${packageName(rest)}` : name;
}

/** Node modules that may be imported without `node:` (`module.builtinModules` of Node 24, without subpaths). */
const builtinNames = `
assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain events fs http http2 https
inspector module net os path perf_hooks process punycode querystring readline repl stream string_decoder sys timers tls trace_events
tty url util v8 vm wasi worker_threads zlib`;

const nodeBuiltins: ReadonlySet<string> = new Set(builtinNames.trim().split(/\s+/));
