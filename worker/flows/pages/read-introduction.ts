/** Reads the sentence with which a repository's README says what it is. */

import type { SnapshotKey } from '../../core/repositories/repository.ts';
import { truncateAtWord } from '../../core/text/truncate.ts';
import { firstSentence } from '../../retrieval/overview/first-sentence.ts';
import { readPurpose } from '../overview/read-purpose.ts';
import type { Services } from '../services.ts';

const maxLength = 240;

/** @returns plain text; undefined if there is no README, or no prose in it */
export async function readIntroduction(
  services: Pick<Services, 'answerCache' | 'build' | 'chunkStore'>,
  key: SnapshotKey,
): Promise<string | undefined> {
  const digest = `introduction ${services.build}`;
  const [event] = (await services.answerCache.read(key, digest)) ?? [];
  if (event?.type === 'text') return event.delta === '' ? undefined : event.delta;
  const [opening] = await readPurpose(services, key, await services.chunkStore.listFiles(key));
  const introduction = opening && (firstSentence(opening.text) ?? shorten(opening.text)).replaceAll('`', '');
  // The answer cache stores events, so the introduction is stored as the text of one.
  await services.answerCache.write(key, digest, [{ type: 'text', delta: introduction ?? '' }]);
  return introduction;
}

function shorten(text: string): string {
  return text.length <= maxLength ? text : `${truncateAtWord(text, maxLength)}…`;
}
