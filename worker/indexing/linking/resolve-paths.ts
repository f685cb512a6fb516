/**
 * Resolves dotted paths such as `self.router`, `make_app().state` and `crate.search`. The first segment is resolved in scope, and each
 * further segment as a member of the previous one. A called segment resolves to the result of the call.
 */

import { definitionEntity, instanceEntity, unknownEntity } from './entity.ts';
import type { Entity, DefinitionPlace } from './entity.ts';
import { resolveRemainingPath } from './exports.ts';
import type { Resolver, Scope } from './resolver.ts';

/** Longer paths are data, not code. */
const maxSegments = 24;

export function createPaths(resolver: () => Resolver): Pick<Resolver, 'resolvePath'> {
  return { resolvePath: (scope, path) => resolvePath(resolver(), scope, path) };
}

function resolvePath(resolver: Resolver, scope: Scope, path: string): Entity | undefined {
  const segments = path.split('.');
  if (path === '' || segments.length > maxSegments) return unknownEntity;
  const { entity: first, segmentCount } = resolveFirst(resolver, scope, segments);
  let before: Entity | undefined;
  let entity = first;
  for (const [at, segment] of segments.entries()) {
    if (at < segmentCount - 1) continue;
    const isCalled = segment.endsWith('()');
    const name = isCalled ? segment.slice(0, -2) : segment;
    if (at >= segmentCount) {
      before = entity;
      entity = entity && memberOrConstructor(resolver, entity, name);
    }
    if (entity === undefined) return undefined;
    if (isCalled && entity.is !== 'inherited') entity = resolver.callResult(entity, before);
  }
  return entity;
}

/** Ruby classes have an implicit `new`. */
function memberOrConstructor(resolver: Resolver, container: Entity, name: string): Entity | undefined {
  const member = resolver.findMember(container, name);
  if (member !== undefined && member.is !== 'external') return member;
  if (name !== 'new' || container.is !== 'definition') return member;
  const { family } = resolver.names.forFile(container.at.file).rules;
  return family === 'ruby' ? container : member;
}

/** Resolves the beginning of the path, and returns how many segments it consists of. */
function resolveFirst(
  resolver: Resolver,
  scope: Scope,
  segments: readonly string[],
): { readonly entity: Entity | undefined; readonly segmentCount: number } {
  const [segment = ''] = segments;
  const name = segment.endsWith('()') ? segment.slice(0, -2) : segment;
  const names = resolver.names.forFile(scope.file);
  const { rules } = names;
  if (rules.selfNames.has(name)) {
    const enclosing = resolver.enclosingType(scope.file, scope.within);
    if (enclosing !== undefined)
      return { entity: selfEntity(rules.family, name, enclosing), segmentCount: 1 };
  }
  if (rules.superNames.has(segment)) {
    const enclosing = resolver.enclosingType(scope.file, scope.within);
    return {
      entity: enclosing === undefined ? unknownEntity : { is: 'inherited', at: enclosing },
      segmentCount: 1,
    };
  }
  if (rules.family === 'python' && segments.length > 1) {
    const dotted = dottedImport(resolver, scope, segments);
    if (dotted !== undefined) return dotted;
  }
  const entity = resolver.resolveName(scope, name, 'value');
  if (entity !== undefined) return { entity, segmentCount: 1 };
  return rules.pathEndsWithItem
    ? resolveModulePath(resolver, scope, segments)
    : { entity: undefined, segmentCount: 1 };
}

/** `Self`, `cls` and `static` refer to the type, the other names to an instance. Both have its members. */
function selfEntity(family: string, name: string, at: DefinitionPlace): Entity {
  const isType = name === 'Self' || name === 'cls' || (family === 'php' && name !== 'this');
  return isType ? definitionEntity(at) : instanceEntity(at);
}

/** `import a.b` binds `a`, and the path `a.b` resolves to the module. The longest imported path wins. */
function dottedImport(
  resolver: Resolver,
  scope: Scope,
  segments: readonly string[],
): { readonly entity: Entity; readonly segmentCount: number } | undefined {
  const { bindings } = resolver.names.forFile(scope.file);
  for (let segmentCount = segments.length; segmentCount > 1; segmentCount -= 1) {
    const path = segments.slice(0, segmentCount).join('.');
    for (const { from, name } of bindings.get(path) ?? []) {
      const entity = resolver.resolveImport(
        scope.file,
        { module: from.module, imported: name.imported, line: from.line },
        new Set(),
      );
      return { entity: entity ?? unknownEntity, segmentCount };
    }
  }
  return undefined;
}

/** Resolves a path to a module that is not imported, such as `crate.search` or `App.Models`, up to the first called segment. */
function resolveModulePath(
  resolver: Resolver,
  { file, within }: Scope,
  segments: readonly string[],
): { readonly entity: Entity | undefined; readonly segmentCount: number } {
  const calledAt = segments.findIndex((segment) => segment.endsWith('()'));
  const plain = calledAt === -1 ? segments : segments.slice(0, calledAt);
  if (plain.length === 0) return { entity: undefined, segmentCount: 1 };
  const module = plain.join('.');
  const own = resolver.names.forFile(file).file;
  const resolved = resolver.modules.resolve(own, module, own.symbols[within ?? -1]?.nameLine);
  if (resolved === undefined) return { entity: undefined, segmentCount: 1 };
  if ('external' in resolved) return { entity: { is: 'external' }, segmentCount: plain.length };
  const whole: Entity = { is: 'module', files: resolved.files, base: { file, module } };
  const entity = resolved.rest.length === 0 ? whole : resolveRemainingPath(resolver, resolved, new Set());
  return { entity, segmentCount: plain.length };
}
