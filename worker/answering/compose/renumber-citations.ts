/** Replaces the ids that composed text cites, so that it can follow other text. */

import { replaceCitations } from '../../core/answers/replace-citations.ts';

export function renumberCitations(text: string, ids: ReadonlyMap<string, string>): string {
  return replaceCitations(text, (id) => `[chunk:${ids.get(id) ?? id}]`);
}
