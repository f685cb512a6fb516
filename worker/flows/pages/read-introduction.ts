/** Reads the sentence with which a repository's README says what it is. */

import type { SnapshotKey } from '../../core/repositories/repository.ts';
import { maskText } from '../../core/text/mask-text.ts';
import { truncateAtWord } from '../../core/text/truncate.ts';
import { firstSentence } from '../../retrieval/overview/first-sentence.ts';
import { readOpeningParagraphs } from '../../retrieval/overview/read-paragraphs.ts';
import { findOverviewFiles } from '../../retrieval/search/overview-files.ts';
import type { Services } from '../services.ts';

const maxLength = 240;

/** @returns plain text; undefined if there is no README, or no prose in it */
export async function readIntroduction(
  { chunkStore }: Pick<Services, 'chunkStore'>,
  key: SnapshotKey,
): Promise<string | undefined> {
  const documents = (await chunkStore.listFiles(key)).filter(({ role }) => role === 'docs');
  const [document] = findOverviewFiles(documents, 1);
  const readme = document && (await chunkStore.readFile(key, document.path));
  if (readme === undefined) return undefined;
  const [opening] = readOpeningParagraphs({ path: readme.path, text: maskText(readme.text, readme.masks) });
  if (opening === undefined) return undefined;
  const sentence = firstSentence(opening.text) ?? shorten(opening.text);
  return sentence.replaceAll('`', '');
}

function shorten(text: string): string {
  return text.length <= maxLength ? text : `${truncateAtWord(text, maxLength)}…`;
}
