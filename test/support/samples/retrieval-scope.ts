/** A retrieval scope that covers all of a repository's published snapshot. */

import { openModeViewer } from '../../../worker/core/viewer.ts';
import { resolveSnapshot } from '../../../worker/flows/versions/resolve-snapshot.ts';
import type { RetrievalScope } from '../../../worker/retrieval/retrieve-spans.ts';
import type { Workbench } from '../workbench/workbench.ts';

export async function retrievalScope({ services }: Workbench, id: string): Promise<RetrievalScope> {
  const { key, repository, snapshot } = await resolveSnapshot(services, openModeViewer, {
    id,
    version: undefined,
  });
  return {
    key: { ...key, repository: repository.id },
    chunks: snapshot.counts.chunks,
    paths: undefined,
    isSifted: false,
  };
}
