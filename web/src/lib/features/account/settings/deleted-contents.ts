/** Lists in words what goes with an account, or has gone. Pure. */
import type { AccountDetails } from '../../../api.ts';
import { formatCountOf } from '../../../format.ts';

type Contents = Pick<
  AccountDetails,
  'repositories' | 'conversations' | 'keys' | 'shares' | 'feedback' | 'tokens'
>;

export function listContents(contents: Contents): readonly string[] {
  return [
    [contents.repositories, 'repository with its index', 'repositories with their indexes'],
    [contents.conversations, 'conversation', 'conversations'],
    [contents.shares, 'shared link', 'shared links'],
    [contents.feedback, 'piece of feedback', 'pieces of feedback'],
    [contents.keys, 'API key', 'API keys'],
    [contents.tokens, 'GitHub token', 'GitHub tokens'],
  ].flatMap(([count, word, plural]) =>
    typeof count === 'number' && count > 0 ? [formatCountOf(count, String(word), String(plural))] : [],
  );
}
