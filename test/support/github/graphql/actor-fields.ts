/** Returns the fields of users and bots. GraphQL omits the `[bot]` suffix of a bot's login. A deleted account is null. */

import { nodeId, hashLogin } from '../state.ts';
import type { Login } from '../discussions/discussion-data.ts';
import type { Fields } from './fields.ts';

export function actorFields(login: Login): Fields | null {
  if (login === null) return null;
  const isBot = login.endsWith('[bot]');
  const name = isBot ? login.slice(0, -'[bot]'.length) : login;
  const page = isBot ? `/apps/${name}` : `/${name}`;
  return {
    __typename: isBot ? 'Bot' : 'User',
    id: nodeId(isBot ? 'BOT' : 'U', name),
    databaseId: hashLogin(name),
    login: name,
    name: null,
    email: '',
    avatarUrl: `https://avatars.githubusercontent.com/u/${hashLogin(name)}?v=4`,
    resourcePath: page,
    url: `https://github.com${page}`,
  };
}
