/** What changed in one version, answered from what the release notes of the version asked say of it; no word of theirs is ours. */

import { releaseSentences } from '../answering/compose-release-notes.ts';
import type { AnyEvidence } from '../core/evidence.ts';
import { versionAskedOf } from '../retrieval/history/version-asked-of.ts';
import { readQuestion } from '../retrieval/read-question.ts';
import type { HistoryDraft } from './draft-history.ts';
import { findReleaseOf } from './find-release-notes.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import type { Services } from './services.ts';

/** @returns undefined where the question asks for something else, or no release notes tell of that version */
export async function answerFromReleaseNotes(
  services: Services,
  resolved: ResolvedSnapshot,
  text: string,
): Promise<HistoryDraft | undefined> {
  const version = versionAskedOf(text);
  if (version === undefined) return undefined;
  const names = readQuestion(text).identifiers.filter((name) => !version.includes(name));
  const releases = await findReleaseOf(services, resolved, { version, names });
  const sentences = releaseSentences(releases);
  const { value: first } = sentences.next();
  if (first === undefined) return undefined;
  const evidence = new Map<string, AnyEvidence>(
    releases.flatMap(({ heading, entry }) => [heading, entry]).map((one) => [one.id, one]),
  );
  return {
    evidence,
    first,
    rest: sentences,
    empty: [],
    class: 'why',
    confidence: 'high',
    cards: [],
    suggestions: [],
    subjects: [],
    facts: { counts: new Map(), counted: new Set(), statements: new Set(), repeat: '' },
    notes: [],
  };
}
