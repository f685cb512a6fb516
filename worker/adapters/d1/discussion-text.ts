/** The full-text table of a repository's discussions: title, body and remarks, as the chunk index splits and folds words. */

import type { Discussion } from '../../core/discussion.ts';
import { termsOf } from '../../core/terms.ts';
import { statementsOver } from './statements.ts';
import { createTextTable } from './text-table.ts';

/** A word of the title counts as much as three of the body: it says what the discussion is about. Reasons are given in remarks too. */
export const discussionWeights = 'bm25(3, 1, 0.8)';

export const discussionTable = createTextTable({
  prefix: 'discussions1',
  numbers: 'discussion_repository',
  columns: ['title', 'body', 'remarks'],
});

/** Adds discussions that are stored, in the place of what their rows held before. */
export function discussionTextStatements(
  database: D1Database,
  { repository, number }: { readonly repository: string; readonly number: number },
  discussions: readonly Discussion[],
): D1PreparedStatement[] {
  return statementsOver(
    database,
    discussionTable.fill(number, {
      id: 'd.id',
      join: 'CROSS JOIN discussion AS d ON d.repository = ?2 AND d.number = j.value ->> 0',
    }),
    discussions.map(termsOfDiscussion),
    [repository],
  );
}

/** Words of a discussion that are found by; the rest of a very long one is read where it is shown. */
const longestText = 200_000;

function termsOfDiscussion({ number, title, labels, body, remarks }: Discussion): readonly unknown[] {
  const said: string[] = [];
  let length = 0;
  for (const remark of remarks) {
    length += remark.body.length;
    if (length > longestText) break;
    said.push(remark.body, remark.path ?? '');
  }
  return [number, words(`${title} ${labels.join(' ')}`), words(body), words(said.join('\n'))];
}

function words(text: string): string {
  return termsOf(text).join(' ');
}
