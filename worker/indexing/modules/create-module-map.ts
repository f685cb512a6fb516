/**
 * The module map of a snapshot: each file is answered by the import system of its language, made when the first file asks for it.
 * Answers are kept, since a thousand files ask some twenty thousand times for far fewer modules.
 */

import type { LinkableFile } from '../../ports/graph-store.ts';
import { createCSharpModules } from './csharp-modules.ts';
import { createEcmaScriptModules } from './ecmascript-modules.ts';
import { createGoModules } from './go-modules.ts';
import { type ImportSystem, noFiles } from './import-system.ts';
import { createIncludeModules } from './include-modules.ts';
import { createJavaModules } from './java-modules.ts';
import type { ModuleMap, ResolvedModule, SnapshotLayout } from './module-map.ts';
import { createPhpModules } from './php-modules.ts';
import { createPythonModules } from './python-modules.ts';
import { createRubyModules } from './ruby-modules.ts';
import { createRustModules } from './rust-modules.ts';

/** Longer than any module is named; what is longer is no module. */
const longestModule = 1_000;

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

const systemOfLanguage: ReadonlyMap<string, SystemName> = new Map<string, SystemName>([
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
  const made = new Map<SystemName, ImportSystem>();
  const answers = new Map<string, Map<string, ResolvedModule>>();

  const systemOf = (file: LinkableFile): ImportSystem | undefined => {
    const name = systemOfLanguage.get(file.language);
    if (name === undefined) return undefined;
    const system = made.get(name) ?? systems[name](layout);
    made.set(name, system);
    return system;
  };

  return {
    resolve(file, module, line) {
      const system = systemOf(file);
      if (system === undefined || module === '' || module.length > longestModule) return undefined;
      const scope = `${systemOfLanguage.get(file.language)}\n${system.scopeOf(file, line)}`;
      const known = answers.get(scope) ?? new Map<string, ResolvedModule>();
      answers.set(scope, known);
      if (known.has(module)) return known.get(module);
      const found = system.resolve(file, module, line);
      // Of a name that is nothing but marks, a loader's or a scheme's, nothing is left.
      const answer = found !== undefined && 'external' in found && found.external === '' ? undefined : found;
      known.set(module, answer);
      return answer;
    },
    siblings: (file) => systemOf(file)?.siblings(file) ?? noFiles,
  };
}
