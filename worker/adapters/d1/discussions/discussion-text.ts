/** Defines the full-text table of a repository's discussions: title, body and comments, split and normalized as in the keyword index. */

import type { Discussion } from '../../../core/history/discussion.ts';
import { extractTerms } from '../../../core/text/terms.ts';
import { createSlicedStatements } from '../sql/statements.ts';
import { createTextTable } from '../sql/full-text-table.ts';

/** A word of the title has the weight of three words of the body, because the title states the subject. Comments have almost the body's weight. */
export const discussionWeights = 'bm25(3, 1, 0.8)';

export const discussionTable = createTextTable({
  prefix: 'discussions1',
  numbers: 'discussion_repository',
  columns: ['title', 'body', 'remarks'],
});

/** Indexes stored discussions and replaces their earlier entries. */
export function discussionTextStatements(
  database: D1Database,
  { repository, number }: { readonly repository: string; readonly number: number },
  discussions: readonly Discussion[],
): D1PreparedStatement[] {
  return createSlicedStatements(
    database,
    discussionTable.replaceSql(number, {
      id: 'd.id',
      join: 'CROSS JOIN discussion AS d ON d.repository = ?2 AND d.number = j.value ->> 0',
    }),
    discussions.map(discussionTerms),
    [repository],
  );
}

/** Maximum characters of comments indexed per discussion. */
const maxCommentCharacters = 200_000;

function discussionTerms({ number, title, labels, body, comments }: Discussion): readonly unknown[] {
  const commentTexts: string[] = [];
  let length = 0;
  for (const comment of comments) {
    length += comment.body.length;
    if (length > maxCommentCharacters) break;
    commentTexts.push(comment.body, comment.path ?? '');
  }
  return [
    number,
    joinTerms(`${title} ${labels.join(' ')}`),
    joinTerms(body),
    joinTerms(commentTexts.join('\n')),
  ];
}

function joinTerms(text: string): string {
  return extractTerms(text).join(' ');
}
