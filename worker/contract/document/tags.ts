/** The groups of operations in the OpenAPI document, in the order in which the reference shows them. */

export const tags = {
  Repositories: 'Add repositories and documentation sites, follow their indexing, and remove them.',
  Versions: 'The indexed branches, tags and commits of a repository: list, compare, repair and remove them.',
  Files: 'The folders, files and definitions of a version, and what was skipped.',
  Search:
    'Find passages by meaning and by words, find lines by pattern, and collect the context of a question.',
  Graph: 'Callers, imports, subclasses and other relations between definitions and files.',
  History: 'Commits, pull requests and issues, and the reasons for changes.',
  'History import': 'Upload the history of a repository from a clone, as the command line does.',
  Answers: 'Ask questions, and get answers whose claims cite their evidence.',
  Conversations: 'Read, follow, stop, rename and delete conversations.',
  'Live questions': 'Ask about a repository on GitHub without indexing it first.',
  Sharing: 'Links with which other users read a conversation.',
  Feedback: 'Ratings of answers, and the list of them for the owner of a repository.',
  Keys: 'API keys, their limits and their usage.',
  Account: 'The viewer, preferences, and the tokens that read private repositories.',
  'Sign-in': 'Sign up, sign in and manage sessions. Only hosted deployments have accounts.',
  Deployment: 'Health, models, and the webhook for GitHub.',
} as const;

export type Tag = keyof typeof tags;
