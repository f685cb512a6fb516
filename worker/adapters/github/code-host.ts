/** Implements the port `CodeHost` with GitHub's REST API: https://docs.github.com/rest. */

import type { CodeHost } from '../../ports/code-host.ts';
import { createGitHubCalls, type GitHubOptions } from './api-calls.ts';
import { fileCalls } from './files.ts';
import { readJson } from './read-json.ts';
import { refCalls } from './refs.ts';

export type { GitHubOptions } from './api-calls.ts';

export function createGitHubCodeHost(options: GitHubOptions): CodeHost {
  const calls = createGitHubCalls(options);
  const describe: CodeHost['describe'] = async (place, access) => {
    const subject = `${place.owner}/${place.name}`;
    const call = {
      route: 'GET /repos/{owner}/{repo}',
      parameters: { owner: place.owner, repo: place.name },
      subject,
    };
    const repository = readJson((await calls.json(call, access))?.data, subject);
    return {
      id: String(repository.whole('id')),
      owner: repository.object('owner').text('login'),
      name: repository.text('name'),
      isPrivate: repository.flag('private'),
      isArchived: repository.flag('archived'),
      defaultBranch: repository.text('default_branch'),
      description: repository.textOrEmpty('description'),
      kilobytes: repository.whole('size'),
      url: repository.text('html_url'),
    };
  };
  return {
    name: 'github',
    async tokenOwner(access) {
      const call = { route: 'GET /user', parameters: {}, subject: 'the token’s owner' };
      return { login: readJson((await calls.json(call, access))?.data, call.subject).text('login') };
    },
    describe,
    ...refCalls(calls, describe),
    ...fileCalls(calls),
  };
}
