/**
 * Links references to definitions as edges, one range of files per part, then ranks all files and definitions. Every part reads the
 * outlines of all files, so that the edges do not depend on how the files are split. Edges already stored are not written again.
 */

import { rankNodes } from '../../indexing/rank-nodes.ts';
import { linkFiles } from '../../indexing/link-files.ts';
import type { SnapshotLayout } from '../../indexing/modules/module-map.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type { Job } from '../../ports/catalog.ts';
import { generationKey, type StagePart } from './stage-part.ts';
import { partInput } from './part-input.ts';
import type { Services } from '../services.ts';

/** Maximum build files read per snapshot, nearest to the root first. A workspace with more packages is resolved only partly. */
const maxManifests = 2_000;
/** Build files per read, so that no database response grows large. */
const manifestsAtOnce = 50;
/** Longer build files are data, such as a generated project file or a package list. */
const maxManifestLength = 500_000;

/**
 * Adds the parts. Most repositories get one, because each part reads all outlines, which is more than half of the work. A snapshot without
 * linkable files gets one empty part.
 */
export async function planLinking(services: Services, job: Job): Promise<void> {
  const ranges = await services.graphStore.linkRanges(generationKey(job), services.settings.batch.linkLines);
  const parts = ranges.length > 0 ? ranges : [{ firstFile: 0, lastFile: 0 }];
  await services.jobParts.add(
    { id: job.id, shard: job.shard },
    'link',
    parts.map((input, part) => ({ part, input: { ...input } })),
  );
}

export async function linkPart(services: Services, { job, key, claimed }: StagePart): Promise<void> {
  const snapshot = generationKey(job);
  const [layout, uses] = await Promise.all([
    readLayout(services, snapshot),
    services.graphStore.fileUses(snapshot, partInput.link(claimed)),
  ]);
  const files = uses.size === 0 ? [] : await linkFiles(layout, uses);
  await services.graphStore.saveEdges(snapshot, key, { repositoryId: job.repositoryId, files });
}

async function readLayout(services: Services, snapshot: SnapshotKey): Promise<SnapshotLayout> {
  const files = await services.graphStore.linkableFiles(snapshot);
  const paths = files
    .map((file) => file.path)
    .filter((path) => services.manifestReader.reads(path))
    .toSorted((a, b) => pathDepth(a) - pathDepth(b))
    .slice(0, maxManifests);
  const manifests = new Map<string, unknown>();
  for (let start = 0; start < paths.length; start += manifestsAtOnce) {
    const read = await services.chunkStore.readFiles(snapshot, paths.slice(start, start + manifestsAtOnce));
    for (const { path, text } of read) {
      if (text.length > maxManifestLength) continue;
      const manifest = services.manifestReader.read(path, text);
      if (manifest !== undefined) manifests.set(path, manifest);
    }
  }
  return { files, byPath: new Map(files.map((file, index) => [file.path, index])), manifests };
}

function pathDepth(path: string): number {
  return path.split('/').length;
}

/** Scores every file and definition by its incoming edges. */
export async function rankPart(services: Services, { job, key }: StagePart): Promise<void> {
  const snapshot = generationKey(job);
  const [edges, counts] = await Promise.all([
    services.graphStore.allEdges(snapshot),
    services.chunkStore.counts(snapshot),
  ]);
  await services.graphStore.saveRanks(snapshot, key, rankNodes(edges, counts));
}
