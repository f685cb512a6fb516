/**
 * Resolves the place that a question states. `Flask` in "run in Flask" may be the type of a member, `helpers` the module that defines
 * a name, `src` the folder to search. Any other place filters nothing, and the answer says so.
 */

import type { ScopeReference } from '../../../core/answers/question.ts';
import type { SnapshotKey } from '../../../core/repositories/repository.ts';
import type { FileRow } from '../../../ports/chunk-store.ts';
import { matchFiles } from '../../../retrieval/search/match-path.ts';
import { findModuleFiles } from '../../graph/files-of-module.ts';
import type { NodeReference } from '../../graph/find-focus.ts';
import type { GraphServices } from '../../graph/graph-query.ts';

/** A place that filters results instead of qualifying the name. */
export interface ResolvedPlace {
  readonly name: string;
  /** The files that results must be in; undefined if the place is unknown. */
  readonly files: ReadonlySet<string> | undefined;
}

/** Maximum modules with the same name that are tried. */
const maxModules = 3;

/** Lists candidates for a name as a member of its stated place: a type, a module or, for outgoing relations, a folder. */
export async function candidatesInPlace(
  { chunkStore }: GraphServices,
  key: SnapshotKey,
  reference: { readonly name: string; readonly place: ScopeReference; readonly isOutgoing: boolean },
): Promise<readonly NodeReference[]> {
  const { name, place } = reference;
  const owner = bareName(place);
  const member = `${owner}.${name}`;
  const symbols = await chunkStore.findSymbols(key, [member]);
  // A plain word must match in letter case: "in the app" is not the type `App`.
  const isMember = symbols.some(
    ({ qualifiedName }) => place.isSure || `.${qualifiedName}`.endsWith(`.${member}`),
  );
  const typeCandidates = isMember ? [{ symbol: member }] : [];
  if (!place.isSure) return typeCandidates;
  const modules = findModuleFiles(await chunkStore.listFiles(key), owner).slice(0, maxModules);
  const moduleCandidates = modules.map(({ path }) => ({ symbol: name, path }));
  return [
    ...typeCandidates,
    ...moduleCandidates,
    ...(reference.isOutgoing ? [{ symbol: name, path: owner }] : []),
  ];
}

/** Resolves the folder, file or module that results must be in. A plain word can only be a top-level folder. */
export async function resolvePlace(
  { chunkStore }: GraphServices,
  key: SnapshotKey,
  place: ScopeReference | undefined,
): Promise<ResolvedPlace | undefined> {
  if (place === undefined) return undefined;
  const name = bareName(place);
  const files = await chunkStore.listFiles(key);
  const found = place.isSure
    ? findFilesNamed(files, name)
    : files.filter(({ path }) => path.startsWith(`${name}/`));
  return { name, files: found.length === 0 ? undefined : new Set(found.map(({ path }) => path)) };
}

function findFilesNamed(files: readonly FileRow[], name: string): readonly FileRow[] {
  const matching = matchFiles(files, name);
  return matching.length > 0 ? matching : findModuleFiles(files, name);
}

function bareName({ name }: ScopeReference): string {
  return name.replace(/^\.\//, '').replace(/\/$/, '');
}
