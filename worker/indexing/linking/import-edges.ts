/**
 * Edges of a file's imports: to each file imported, the most specific there is, to each definition a name leads to through
 * re-exports, and to packages outside the repository.
 */

import type { FileEdge } from '../../core/edge.ts';
import type { FileImport } from '../../core/reference.ts';
import type { ResolvedModule } from '../modules/module-map.ts';
import type { Entity } from './entity.ts';
import type { Resolver } from './resolver.ts';
import type { FileNames } from './snapshot-names.ts';

/** Files one import leads to at most: a package of Go may have hundreds. */
const maxFiles = 500;

/**
 * @param used paths of the files that the file's references lead to: of a namespace of many files, a wildcard imports those.
 */
export function importEdges(resolver: Resolver, names: FileNames, used: ReadonlySet<string>): FileEdge[] {
  return names.file.outline.imports.flatMap((from) => edgesOf(resolver, names, { from, used }));
}

function edgesOf(
  resolver: Resolver,
  names: FileNames,
  { from, used }: { readonly from: FileImport; readonly used: ReadonlySet<string> },
): FileEdge[] {
  const resolved = resolver.modules.resolve(names.file, from.module, from.line);
  if (resolved !== undefined && 'external' in resolved)
    return [toTarget(from.line, { external: resolved.external })];
  const edges: FileEdge[] = [];
  const files = new Map<number, number>();
  const note = (file: number, line: number) => {
    if (file !== names.place && files.size < maxFiles && !files.has(file)) files.set(file, line);
  };
  let isWhole = from.names.length === 0 || from.wildcard;
  for (const name of from.names) {
    const binding = { module: from.module, imported: name.imported, line: from.line };
    const entity = resolver.imported(names.place, binding, new Set());
    if (entity?.is === 'definition') edges.push(toTarget(name.line, pathOf(resolver, entity)));
    // `b` of `from a import b` may be a module of its own: that is the file imported.
    const isModule = entity?.is === 'module' && names.rules.family === 'python';
    const submodule = isModule && !sameFiles(entity.files, resolved) ? entity.files : undefined;
    if (submodule === undefined) isWhole = true;
    else for (const file of submodule) note(file, from.line);
  }
  const { files: all = [] } = resolved ?? {};
  const isNamespace = from.wildcard && all.length > 1 && names.rules.methodsIn !== 'package';
  const isUsed = (file: number) => !isNamespace || used.has(resolver.names.of(file).file.path);
  if (isWhole) for (const file of all) if (isUsed(file)) note(file, from.line);
  return [...[...files].map(([file, line]) => toFile(resolver, file, line)), ...edges];
}

function sameFiles(files: readonly number[], resolved: ResolvedModule): boolean {
  const others = resolved !== undefined && 'files' in resolved ? resolved.files : [];
  return files.length === others.length && files.every((file, at) => file === others[at]);
}

function pathOf({ names }: Resolver, { at }: Extract<Entity, { readonly is: 'definition' | 'instance' }>) {
  return { path: names.of(at.file).file.path, symbol: at.symbol };
}

function toFile({ names }: Resolver, file: number, line: number): FileEdge {
  return toTarget(line, { path: names.of(file).file.path, symbol: undefined });
}

function toTarget(line: number, to: FileEdge['to']): FileEdge {
  return { kind: 'imports', tier: 'resolved', line, from: undefined, to };
}
