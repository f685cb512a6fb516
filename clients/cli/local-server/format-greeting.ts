/** What `npm start` prints when the server is ready: its address, and what to do first. In hosted mode, commands need a key. */

import { formatCommandLine } from '../connect.ts';
import { ownRepositoryName } from '../indexing/index-own-source.ts';
import type { LocalServer } from './start-local-server.ts';

const exampleQuestions = [
  'Where are the chunks of a file joined back?',
  'How is a claim of an answer checked?',
  'What is this project?',
];

export function formatGreeting(
  { url, dataDirectory, logFile }: Pick<LocalServer, 'url' | 'dataDirectory' | 'logFile'>,
  { isEmpty, mode }: { readonly isEmpty: boolean; readonly mode: 'open' | 'hosted' },
): string {
  const key = mode === 'hosted' ? 'WHEREFORE_KEY=wf_… ' : '';
  const askCommandLine = `${key}${formatCommandLine(url, ['ask', ownRepositoryName])}`;
  const lines = [
    '',
    `Wherefore is running at ${url}`,
    '',
    ...(mode === 'hosted' ? [`Commands need a key: sign in, and create a secret key on ${url}/keys.`] : []),
    ...(isEmpty
      ? [`Index a folder: ${key}${formatCommandLine(url, ['index'])} <folder>`]
      : ['Ask in the browser, or here:', ...exampleQuestions.map((text) => `  ${askCommandLine} "${text}"`)]),
    '',
    `Data: ${dataDirectory}   Log: ${logFile}   Ctrl-C stops it.`,
  ];
  return lines.join('\n');
}
