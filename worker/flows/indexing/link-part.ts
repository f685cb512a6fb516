/**
 * What files say of others to edges, a range of files at a time. Every part knows all files of the snapshot by their outlines, so
 * that the same snapshot gives the same edges however it is cut; edges that are stored already are not written again.
 */

import { linkFiles } from '../../indexing/link-files.ts';
import type { SnapshotLayout } from '../../indexing/modules/module-map.ts';
import type { SnapshotKey } from '../../core/repository.ts';
import type { Job } from '../../ports/catalog.ts';
import { generationOf, type Part } from './part.ts';
import { partInput } from './part-input.ts';
import type { Services } from '../services.ts';

/** Build files read of one snapshot, those nearest its root first; a workspace of more packages than this is resolved in part. */
const maxManifests = 2_000;
/** Build files read at once, so that no answer of the database grows large. */
const manifestsAtOnce = 50;
/** A longer one is data: a generated project file, a package list. */
const maxManifestLength = 500_000;

/**
 * Adds the parts. Most repositories are one: reading all outlines is the dearer half, and each part does it. A snapshot without a file to read has one part with nothing in it.
 */
export async function planLinking(services: Services, job: Job): Promise<void> {
  const ranges = await services.graphStore.linkRanges(generationOf(job), services.settings.batch.linkLines);
  const parts = ranges.length > 0 ? ranges : [{ firstFile: 0, lastFile: 0 }];
  await services.jobParts.add(
    { id: job.id, shard: job.shard },
    'link',
    parts.map((input, part) => ({ part, input: { ...input } })),
  );
}

export async function linkPart(services: Services, { job, key, claimed }: Part): Promise<void> {
  const snapshot = generationOf(job);
  const [layout, uses] = await Promise.all([
    readLayout(services, snapshot),
    services.graphStore.usesOf(snapshot, partInput.link(claimed)),
  ]);
  const files = uses.size === 0 ? [] : await linkFiles(layout, uses);
  await services.graphStore.saveEdges(snapshot, key, { repositoryId: job.repositoryId, files });
}

async function readLayout(services: Services, snapshot: SnapshotKey): Promise<SnapshotLayout> {
  const files = await services.graphStore.linkableFiles(snapshot);
  const paths = files
    .map((file) => file.path)
    .filter((path) => services.manifestReader.reads(path))
    .toSorted((a, b) => depthOf(a) - depthOf(b))
    .slice(0, maxManifests);
  const manifests = new Map<string, unknown>();
  for (let at = 0; at < paths.length; at += manifestsAtOnce) {
    const read = await services.chunkStore.readFiles(snapshot, paths.slice(at, at + manifestsAtOnce));
    for (const { path, text } of read) {
      if (text.length > maxManifestLength) continue;
      const said = services.manifestReader.read(path, text);
      if (said !== undefined) manifests.set(path, said);
    }
  }
  return { files, byPath: new Map(files.map((file, place) => [file.path, place])), manifests };
}

function depthOf(path: string): number {
  return path.split('/').length;
}
