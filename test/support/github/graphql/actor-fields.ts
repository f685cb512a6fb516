/** People and bots. A login that ends in `[bot]` is a bot's, told without that ending as GraphQL does; nobody is an account that is gone. */

import { nodeId, numberOf } from '../state.ts';
import type { Login } from '../discussion-data.ts';
import type { Fields } from './fields.ts';

export function actorFields(login: Login): Fields | null {
  if (login === null) return null;
  const isBot = login.endsWith('[bot]');
  const name = isBot ? login.slice(0, -'[bot]'.length) : login;
  const page = isBot ? `/apps/${name}` : `/${name}`;
  return {
    __typename: isBot ? 'Bot' : 'User',
    id: nodeId(isBot ? 'BOT' : 'U', name),
    databaseId: numberOf(name),
    login: name,
    name: null,
    email: '',
    avatarUrl: `https://avatars.githubusercontent.com/u/${numberOf(name)}?v=4`,
    resourcePath: page,
    url: `https://github.com${page}`,
  };
}
