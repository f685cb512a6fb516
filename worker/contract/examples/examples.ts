/** The examples of all operations, by tag and operation id. The journey about the API reference writes their responses. */

import type { Tag } from '../document/tags.ts';
import type { Examples, OperationExample } from './example.ts';
import account from './account.json' with { type: 'json' };
import answers from './answers.json' with { type: 'json' };
import conversations from './conversations.json' with { type: 'json' };
import deployment from './deployment.json' with { type: 'json' };
import feedback from './feedback.json' with { type: 'json' };
import files from './files.json' with { type: 'json' };
import graph from './graph.json' with { type: 'json' };
import history from './history.json' with { type: 'json' };
import historyImport from './history-import.json' with { type: 'json' };
import keys from './keys.json' with { type: 'json' };
import liveQuestions from './live-questions.json' with { type: 'json' };
import repositories from './repositories.json' with { type: 'json' };
import search from './search.json' with { type: 'json' };
import sharing from './sharing.json' with { type: 'json' };
import signIn from './sign-in.json' with { type: 'json' };
import versions from './versions.json' with { type: 'json' };

const examplesByTag: Readonly<Record<Tag, Examples>> = {
  Repositories: repositories,
  Versions: versions,
  Files: files,
  Search: search,
  Graph: graph,
  History: history,
  'History import': historyImport,
  Answers: answers,
  Conversations: conversations,
  'Live questions': liveQuestions,
  Sharing: sharing,
  Feedback: feedback,
  Keys: keys,
  Account: account,
  'Sign-in': signIn,
  Deployment: deployment,
};

/** The example of an operation with this tag; undefined if there is none. */
export function findExample(tag: Tag, operationId: string): OperationExample | undefined {
  return examplesByTag[tag][operationId];
}
