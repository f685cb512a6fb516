/**
 * What a dotted path means: `self.router`, `make_app().state`, `crate.search`. The first segment is led through scope, each further
 * one to a member of what stands before it; a segment that is called stands for what the call gives.
 */

import { definitionAt, instanceOf, unknown } from './entity.ts';
import type { Entity, Place } from './entity.ts';
import { descend } from './exports.ts';
import type { Resolver, Scope } from './resolver.ts';

/** Longer paths are data, not code. */
const maxSegments = 24;

export function createPaths(resolver: () => Resolver): Pick<Resolver, 'pathAt'> {
  return { pathAt: (scope, path) => pathAt(resolver(), scope, path) };
}

function pathAt(resolver: Resolver, scope: Scope, path: string): Entity | undefined {
  const segments = path.split('.');
  if (path === '' || segments.length > maxSegments) return unknown;
  const { entity: first, used } = firstOf(resolver, scope, segments);
  let before: Entity | undefined;
  let entity = first;
  for (const [at, segment] of segments.entries()) {
    if (at < used - 1) continue;
    const isCalled = segment.endsWith('()');
    const name = isCalled ? segment.slice(0, -2) : segment;
    if (at >= used) {
      before = entity;
      entity = entity && memberOrMade(resolver, entity, name);
    }
    if (entity === undefined) return undefined;
    if (isCalled && entity.is !== 'inherited') entity = resolver.called(entity, before);
  }
  return entity;
}

/** `new` of a class of Ruby is nowhere written. */
function memberOrMade(resolver: Resolver, on: Entity, name: string): Entity | undefined {
  const member = resolver.member(on, name);
  if (member !== undefined && member.is !== 'external') return member;
  if (name !== 'new' || on.is !== 'definition') return member;
  const { family } = resolver.names.of(on.at.file).rules;
  return family === 'ruby' ? on : member;
}

/** What the path begins with, and how many segments that takes. */
function firstOf(
  resolver: Resolver,
  scope: Scope,
  segments: readonly string[],
): { readonly entity: Entity | undefined; readonly used: number } {
  const [segment = ''] = segments;
  const name = segment.endsWith('()') ? segment.slice(0, -2) : segment;
  const names = resolver.names.of(scope.file);
  const { rules } = names;
  if (rules.selfNames.has(name)) {
    const around = resolver.enclosingType(scope.file, scope.within);
    if (around !== undefined) return { entity: selfEntity(rules.family, name, around), used: 1 };
  }
  if (rules.superNames.has(segment)) {
    const around = resolver.enclosingType(scope.file, scope.within);
    return { entity: around === undefined ? unknown : { is: 'inherited', at: around }, used: 1 };
  }
  if (rules.family === 'python' && segments.length > 1) {
    const dotted = dottedImport(resolver, scope, segments);
    if (dotted !== undefined) return dotted;
  }
  const entity = resolver.nameAt(scope, name, 'value');
  if (entity !== undefined) return { entity, used: 1 };
  return rules.pathNamesItem ? asModulePath(resolver, scope, segments) : { entity: undefined, used: 1 };
}

/** `Self` and `static` name the type; the others a value of it. Both have its members. */
function selfEntity(family: string, name: string, at: Place): Entity {
  const isType = name === 'Self' || name === 'cls' || (family === 'php' && name !== 'this');
  return isType ? definitionAt(at) : instanceOf(at);
}

/** `import a.b` binds `a`, and the path `a.b` leads to the module. The longest such path counts. */
function dottedImport(
  resolver: Resolver,
  scope: Scope,
  segments: readonly string[],
): { readonly entity: Entity; readonly used: number } | undefined {
  const { bindings } = resolver.names.of(scope.file);
  for (let used = segments.length; used > 1; used -= 1) {
    const path = segments.slice(0, used).join('.');
    for (const { from, name } of bindings.get(path) ?? []) {
      const entity = resolver.imported(
        scope.file,
        { module: from.module, imported: name.imported, line: from.line },
        new Set(),
      );
      return { entity: entity ?? unknown, used };
    }
  }
  return undefined;
}

/** A path that names a module without an import: `crate.search`, `App.Models`. Up to the first segment that is called. */
function asModulePath(
  resolver: Resolver,
  { file, within }: Scope,
  segments: readonly string[],
): { readonly entity: Entity | undefined; readonly used: number } {
  const calledAt = segments.findIndex((segment) => segment.endsWith('()'));
  const plain = calledAt === -1 ? segments : segments.slice(0, calledAt);
  if (plain.length === 0) return { entity: undefined, used: 1 };
  const module = plain.join('.');
  const own = resolver.names.of(file).file;
  const resolved = resolver.modules.resolve(own, module, own.symbols[within ?? -1]?.nameLine);
  if (resolved === undefined) return { entity: undefined, used: 1 };
  if ('external' in resolved) return { entity: { is: 'external' }, used: plain.length };
  const whole: Entity = { is: 'module', files: resolved.files, base: { file, module } };
  const entity = resolved.rest.length === 0 ? whole : descend(resolver, resolved, new Set());
  return { entity, used: plain.length };
}
