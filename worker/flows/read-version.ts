/** The version a question is answered from: the one its words name, else the one the request names, else the newest that is ready. */

import type { Viewer } from '../core/viewer.ts';
import { mayNameVersion, readVersionQuestion } from '../retrieval/versions/read-version-question.ts';
import { versionsOf } from './list-versions.ts';
import { resolveSnapshot, type ResolvedSnapshot } from './resolve-snapshot.ts';
import type { Services } from './services.ts';

export interface VersionAsked {
  readonly resolved: ResolvedSnapshot;
  /** The question without the words that name its version. */
  readonly text: string;
  /** Whether its words name it. */
  readonly isNamed: boolean;
  /** The version it is compared with, where it asks what has changed. */
  readonly since: ResolvedSnapshot | undefined;
  /** A version it names that is not indexed, or not yet: it is answered from no other. */
  readonly missing: MissingVersion | undefined;
}

export interface MissingVersion {
  readonly named: string;
  /** Branches and tags there are that can be read. */
  readonly available: readonly string[];
}

/** @throws what `resolveSnapshot` throws */
export async function readVersion(
  services: Pick<Services, 'catalog'>,
  viewer: Viewer,
  asked: { readonly id: string; readonly version: string | undefined; readonly text: string },
): Promise<VersionAsked> {
  const { id, version, text } = asked;
  const resolve = (wanted: string | undefined) => resolveSnapshot(services, viewer, { id, version: wanted });
  const plain = async () => ({
    resolved: await resolve(version),
    text,
    isNamed: false,
    since: undefined,
    missing: undefined,
  });
  if (!mayNameVersion(text)) return plain();
  const found = await services.catalog.readRepository(viewer, id);
  const versions = versionsOf(found?.snapshots ?? []);
  const refs = versions.flatMap(({ ref }) => (ref === undefined ? [] : [ref]));
  const read = readVersionQuestion(text, refs);
  if (read.kind === 'none') return plain();
  const available = versions.flatMap(({ ref, snapshot }) =>
    ref === undefined || snapshot.generation === 0 ? [] : [ref],
  );
  const missing = async (named: string) => ({ ...(await plain()), missing: { named, available } });
  if (read.kind === 'unknown') return missing(read.named);
  const named =
    read.kind === 'at' ? [read.version] : [read.from, ...(read.to === undefined ? [] : [read.to])];
  // Named, known, and not ready: what is asked of it is no other's to answer.
  const notReady = named.find((one) => !available.includes(one));
  if (notReady !== undefined) return missing(notReady);
  if (read.kind === 'at')
    return { ...(await plain()), resolved: await resolve(read.version), text: read.text, isNamed: true };
  const [to, since] = await Promise.all([resolve(read.to ?? version), resolve(read.from)]);
  return { resolved: to, text: read.text, isNamed: true, since, missing: undefined };
}
