/**
 * Creates the edges of a file's imports: to each imported file, to each definition that an imported name resolves to through re-exports,
 * and to external packages.
 */

import type { FileEdge } from '../../core/code/edge.ts';
import type { FileImport } from '../../core/code/reference.ts';
import type { ResolvedModule } from '../modules/module-map.ts';
import type { Entity } from './entity.ts';
import type { Resolver } from './resolver.ts';
import type { FileNames } from './snapshot-names.ts';

/** Maximum number of files per import. A Go package may have hundreds. */
const maxFiles = 500;

/**
 * @param used paths of the files that the file's references resolve to. A wildcard import of a namespace has edges only to these files.
 */
export function createImportEdges(
  resolver: Resolver,
  names: FileNames,
  used: ReadonlySet<string>,
): FileEdge[] {
  return names.file.outline.imports.flatMap((from) => edgesForImport(resolver, names, { from, used }));
}

function edgesForImport(
  resolver: Resolver,
  names: FileNames,
  { from, used }: { readonly from: FileImport; readonly used: ReadonlySet<string> },
): FileEdge[] {
  const resolved = resolver.modules.resolve(names.file, from.module, from.line);
  if (resolved !== undefined && 'external' in resolved)
    return [toImportEdge(from.line, { external: resolved.external })];
  const edges: FileEdge[] = [];
  const files = new Map<number, number>();
  const addFile = (file: number, line: number) => {
    if (file !== names.fileIndex && files.size < maxFiles && !files.has(file)) files.set(file, line);
  };
  let importsWholeModule = from.names.length === 0 || from.wildcard;
  for (const name of from.names) {
    const binding = { module: from.module, imported: name.imported, line: from.line };
    const entity = resolver.resolveImport(names.fileIndex, binding, new Set());
    if (entity?.is === 'definition')
      edges.push(toImportEdge(name.line, toDefinitionTarget(resolver, entity)));
    // `b` in `from a import b` may be a module; then its file is imported.
    const isModule = entity?.is === 'module' && names.rules.family === 'python';
    const submodule = isModule && !areSameFiles(entity.files, resolved) ? entity.files : undefined;
    if (submodule === undefined) importsWholeModule = true;
    else for (const file of submodule) addFile(file, from.line);
  }
  const { files: moduleFiles = [] } = resolved ?? {};
  const isNamespace = from.wildcard && moduleFiles.length > 1 && names.rules.methodsIn !== 'package';
  const isUsed = (file: number) => !isNamespace || used.has(resolver.names.forFile(file).file.path);
  if (importsWholeModule) for (const file of moduleFiles) if (isUsed(file)) addFile(file, from.line);
  return [...[...files].map(([file, line]) => toFileEdge(resolver, file, line)), ...edges];
}

function areSameFiles(files: readonly number[], resolved: ResolvedModule): boolean {
  const others = resolved !== undefined && 'files' in resolved ? resolved.files : [];
  return files.length === others.length && files.every((file, at) => file === others[at]);
}

function toDefinitionTarget(
  { names }: Resolver,
  { at }: Extract<Entity, { readonly is: 'definition' | 'instance' }>,
) {
  return { path: names.forFile(at.file).file.path, symbol: at.symbol };
}

function toFileEdge({ names }: Resolver, file: number, line: number): FileEdge {
  return toImportEdge(line, { path: names.forFile(file).file.path, symbol: undefined });
}

function toImportEdge(line: number, to: FileEdge['to']): FileEdge {
  return { kind: 'imports', tier: 'resolved', line, from: undefined, to };
}
