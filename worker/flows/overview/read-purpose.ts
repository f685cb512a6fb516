/** Reads what a repository is for: the paragraphs that open its main README. */

import { maskText } from '../../core/text/mask-text.ts';
import type { OverviewParagraph } from '../../core/repositories/overview.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type { FileRow } from '../../ports/chunk-store.ts';
import { readOpeningParagraphs } from '../../retrieval/overview/read-paragraphs.ts';
import { findOverviewFiles } from '../../retrieval/search/overview-files.ts';
import type { Services } from '../services.ts';

/** @returns nothing if there is no README, or no prose in it */
export async function readPurpose(
  { chunkStore }: Pick<Services, 'chunkStore'>,
  key: SnapshotKey,
  files: readonly FileRow[],
): Promise<readonly OverviewParagraph[]> {
  const [document] = findOverviewFiles(
    files.filter(({ role }) => role === 'docs'),
    1,
  );
  const readme = document === undefined ? undefined : await chunkStore.readFile(key, document.path);
  return readme === undefined
    ? []
    : readOpeningParagraphs({ path: readme.path, text: maskText(readme.text, readme.masks) });
}
