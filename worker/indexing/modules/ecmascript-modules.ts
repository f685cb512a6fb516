/**
 * Imports of JavaScript and TypeScript, in components as well: relative paths, names that a build file declares, packages of the
 * repository by name, and everything else a package from outside.
 */

import type { LinkableFile } from '../../ports/graph-store.ts';
import { createEcmaScriptAliases } from './ecmascript-aliases.ts';
import { createEcmaScriptFiles } from './ecmascript-files.ts';
import { createEcmaScriptPackages } from './ecmascript-packages.ts';
import { type ImportSystem, noFiles } from './import-system.ts';
import { valueAt } from './manifest-values.ts';
import type { ResolvedModule, SnapshotLayout } from './module-map.ts';
import { nodeBuiltins } from './node-builtins.ts';
import { createPackageTargets } from './package-targets.ts';
import { folderOf, joinPath, within } from './snapshot-path.ts';

/** One name may stand for another; more steps than this are a circle. */
const mostSteps = 5;

export function createEcmaScriptModules(layout: SnapshotLayout): ImportSystem {
  const files = createEcmaScriptFiles(layout);
  const packages = createEcmaScriptPackages(layout, files);
  const packageTargets = createPackageTargets();
  const aliases = createEcmaScriptAliases(layout, files, packages);

  /** `imports` of the nearest package.json, for names that begin with `#`. */
  function bySubpathImports(folder: string, name: string, steps: number): ResolvedModule {
    const [nearest] = packages.manifestsFrom(folder, 'package.json');
    for (const target of packageTargets(valueAt(nearest?.manifest, 'imports'), name) ?? []) {
      if (!target.startsWith('.')) return written(folder, target, steps + 1);
      const found = packages.target(nearest?.folder ?? '', target);
      if (found !== undefined) return only(found);
    }
    return undefined;
  }

  function byPackage(folder: string, name: string): ResolvedModule {
    const packageName = packageOf(name);
    const at = packages.locate(packageName, folder);
    if (at !== undefined) return only(packages.entry(at, `.${name.slice(packageName.length)}`));
    return { external: nodeBuiltins.has(packageName) ? `node:${packageName}` : packageName };
  }

  function named(folder: string, name: string, steps: number): ResolvedModule {
    const outside = outsideOf(name);
    if (outside !== undefined) return { external: outside };
    const aliased = aliases.byConfig(folder, name);
    if (typeof aliased === 'number') return only(aliased);
    if (name.startsWith('#')) return bySubpathImports(folder, name, steps);
    const mapped = aliases.byImportMap(folder, name);
    if (mapped !== undefined) return written(mapped.folder, mapped.written, steps + 1);
    if (/^\$lib(?:\/|$)/.test(name)) return only(aliases.byKit(folder, name));
    const based = aliases.byBaseUrl(folder, name);
    if (based !== undefined) return only(based);
    // No package may be called so: it is an alias that a bundler's program makes.
    if (/^(?:[~$]|@\/)/.test(name)) return undefined;
    const packaged = byPackage(folder, name);
    // A pattern as wide as `@scope/*` covers packages from outside as well.
    const isMissing = aliased === 'missing' && !packages.dependsOn(folder, packageOf(name));
    return isMissing && packaged !== undefined && 'external' in packaged ? undefined : packaged;
  }

  function written(folder: string, module: string, steps: number): ResolvedModule {
    if (steps > mostSteps) return undefined;
    if (!/^(?:\.{0,2}\/|\.{1,2}$)/.test(module)) return named(folder, module, steps);
    if (!module.startsWith('/')) return only(at(folder, module));
    // Bundlers serve a package from its own folder, and what is in `public` as it is.
    const owner = packages.manifestsFrom(folder, 'package.json')[0]?.folder ?? '';
    return only(at(owner, module) ?? at(within(owner, 'public'), module));
  }

  function at(folder: string, module: string): number | undefined {
    const path = joinPath(folder, module);
    return path === undefined ? undefined : files.find(path);
  }

  return {
    scopeOf: (file) => folderOf(file.path),
    // Bundlers are told things beside the path: loaders before a `!`, options after a `?`.
    resolve: (file: LinkableFile, module) =>
      written(folderOf(file.path), module.slice(module.lastIndexOf('!') + 1).replace(/\?.*$/s, ''), 0),
    siblings: () => noFiles,
  };
}

function only(file: number | undefined): ResolvedModule {
  return file === undefined ? undefined : { files: [file], rest: [] };
}

function packageOf(name: string): string {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}

/** The package of a name that cannot be a file's: `npm:react@18/x` is `react`, `node:fs/promises` is `node:fs`. */
function outsideOf(name: string): string | undefined {
  if (/^\$(?:app|env)\/|^\$service-worker$/.test(name)) return '@sveltejs/kit';
  const [, scheme = '', rest = ''] = /^([a-z][\w.+-]*):(.*)$/s.exec(name) ?? [];
  if (scheme === '') return undefined;
  if (scheme === 'npm' || scheme === 'jsr') {
    return packageOf(rest.replace(/^\//, '')).replace(/(?<=.)@[^/]*$/, '');
  }
  return scheme === 'node' ? `node:${packageOf(rest)}` : name;
}
