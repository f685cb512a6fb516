/**
 * Where a question says something is: `Flask` of "run in Flask" may be the type it is of, `helpers` the module that defines it, `src`
 * the folder results are looked for in. What is none of these narrows nothing, and the answer says so.
 */

import type { AskedPlace } from '../../core/question.ts';
import type { SnapshotKey } from '../../core/repository.ts';
import type { FileRow } from '../../ports/chunk-store.ts';
import { filesAt } from '../../retrieval/files-at.ts';
import { filesOfModule } from './files-of-module.ts';
import type { Named } from './find-focus.ts';
import type { GraphServices } from './graph-question.ts';

/** A place that is no part of the name asked about. */
export interface FoundPlace {
  readonly said: string;
  /** Results are narrowed to these; undefined where they are not. */
  readonly files: ReadonlySet<string> | undefined;
}

/** Modules of one name that are tried. */
const modulesTried = 3;

/** The name as one of what it is said to be in: a type, a module, or for what it refers to itself a folder. */
export async function waysInPlace(
  { chunkStore }: GraphServices,
  key: SnapshotKey,
  asked: { readonly name: string; readonly place: AskedPlace; readonly isOutgoing: boolean },
): Promise<readonly Named[]> {
  const { name, place } = asked;
  const owner = bareName(place);
  const member = `${owner}.${name}`;
  const symbols = await chunkStore.findSymbols(key, [member]);
  // Of a plain word only what is called exactly so: "in the app" is not the type `App`.
  const isMember = symbols.some(
    ({ qualifiedName }) => place.isSure || `.${qualifiedName}`.endsWith(`.${member}`),
  );
  const ofType = isMember ? [{ symbol: member }] : [];
  if (!place.isSure) return ofType;
  const modules = filesOfModule(await chunkStore.listFiles(key), owner).slice(0, modulesTried);
  const ofModule = modules.map(({ path }) => ({ symbol: name, path }));
  return [...ofType, ...ofModule, ...(asked.isOutgoing ? [{ symbol: name, path: owner }] : [])];
}

/** Where results are to be: a folder, a file or a module of what is written as one, of a plain word only a folder at the top. */
export async function findPlace(
  { chunkStore }: GraphServices,
  key: SnapshotKey,
  place: AskedPlace | undefined,
): Promise<FoundPlace | undefined> {
  if (place === undefined) return undefined;
  const said = bareName(place);
  const files = await chunkStore.listFiles(key);
  const found = place.isSure ? filesOf(files, said) : files.filter(({ path }) => path.startsWith(`${said}/`));
  return { said, files: found.length === 0 ? undefined : new Set(found.map(({ path }) => path)) };
}

function filesOf(files: readonly FileRow[], name: string): readonly FileRow[] {
  const at = filesAt(files, name);
  return at.length > 0 ? at : filesOfModule(files, name);
}

function bareName({ name }: AskedPlace): string {
  return name.replace(/^\.\//, '').replace(/\/$/, '');
}
