/** Implements the `CodeHost` port with GitHub's REST API: https://docs.github.com/rest. */

import type { CodeHost } from '../../ports/code-host.ts';
import { createGitHubCalls, type GitHubOptions } from './api-calls.ts';
import { fileCalls } from './files.ts';
import { readJson } from './read-json.ts';
import { refCalls } from './refs.ts';

export type { GitHubOptions } from './api-calls.ts';

export function createGitHubCodeHost(options: GitHubOptions): CodeHost {
  const calls = createGitHubCalls(options);
  const describe: CodeHost['describe'] = async (location, access) => {
    const subject = `${location.owner}/${location.name}`;
    const call = {
      route: 'GET /repos/{owner}/{repo}',
      parameters: { owner: location.owner, repo: location.name },
      subject,
    };
    const repository = readJson((await calls.json(call, access))?.data, subject);
    return {
      id: String(repository.number('id')),
      owner: repository.object('owner').text('login'),
      name: repository.text('name'),
      isPrivate: repository.flag('private'),
      isArchived: repository.flag('archived'),
      defaultBranch: repository.text('default_branch'),
      description: repository.textOrEmpty('description'),
      kilobytes: repository.number('size'),
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
