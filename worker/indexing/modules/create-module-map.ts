/**
 * Creates the module map of a snapshot. The import system of each language is created on first use, and results are cached: a thousand
 * files have about twenty thousand imports of far fewer modules.
 */

import type { LinkableFile } from '../../ports/graph-store.ts';
import { createCSharpModules } from './csharp-modules.ts';
import { createEcmaScriptModules } from './ecmascript/ecmascript-modules.ts';
import { createGoModules } from './go-modules.ts';
import {
  type ImportSystem,
  noFiles,
  type ModuleMap,
  type ResolvedModule,
  type SnapshotLayout,
} from './module-map.ts';
import { createIncludeModules } from './include-modules.ts';
import { createJavaModules } from './java-modules.ts';
import { createPhpModules } from './php-modules.ts';
import { createPythonModules } from './python/python-modules.ts';
import { createRubyModules } from './ruby-modules.ts';
import { createRustModules } from './rust/rust-modules.ts';

/** Longer strings are not module names. */
const maxModuleLength = 1_000;

const systems = {
  python: createPythonModules,
  ecmascript: createEcmaScriptModules,
  go: createGoModules,
  rust: createRustModules,
  java: createJavaModules,
  csharp: createCSharpModules,
  php: createPhpModules,
  ruby: createRubyModules,
  include: createIncludeModules,
} as const satisfies Readonly<Record<string, (layout: SnapshotLayout) => ImportSystem>>;

type SystemName = keyof typeof systems;

const systemByLanguage: ReadonlyMap<string, SystemName> = new Map<string, SystemName>([
  ['python', 'python'],
  ['typescript', 'ecmascript'],
  ['tsx', 'ecmascript'],
  ['javascript', 'ecmascript'],
  ['svelte', 'ecmascript'],
  ['vue', 'ecmascript'],
  ['go', 'go'],
  ['rust', 'rust'],
  ['java', 'java'],
  ['csharp', 'csharp'],
  ['php', 'php'],
  ['ruby', 'ruby'],
  ['c', 'include'],
  ['cpp', 'include'],
]);

export function createModuleMap(layout: SnapshotLayout): ModuleMap {
  const created = new Map<SystemName, ImportSystem>();
  const results = new Map<string, Map<string, ResolvedModule>>();

  const findSystem = (file: LinkableFile): ImportSystem | undefined => {
    const name = systemByLanguage.get(file.language);
    if (name === undefined) return undefined;
    const system = created.get(name) ?? systems[name](layout);
    created.set(name, system);
    return system;
  };

  return {
    resolve(file, module, line) {
      const system = findSystem(file);
      if (system === undefined || module === '' || module.length > maxModuleLength) return undefined;
      const scope = `${systemByLanguage.get(file.language)}\n${system.scopeKey(file, line)}`;
      const known = results.get(scope) ?? new Map<string, ResolvedModule>();
      results.set(scope, known);
      if (known.has(module)) return known.get(module);
      const found = system.resolve(file, module, line);
      // A specifier that consists only of a loader or scheme prefix has no package name.
      const result = found !== undefined && 'external' in found && found.external === '' ? undefined : found;
      known.set(module, result);
      return result;
    },
    siblings: (file) => findSystem(file)?.siblings(file) ?? noFiles,
  };
}
