/** Binds history questions to the file that their topic names. */
import { expect, it } from 'vitest';
import { bindTopic } from '../../../../../worker/retrieval/history/paths/bind-topic.ts';

const files = [
  ['lib/resolver.py', 'source'],
  ['lib/resolver.pyi', 'source'],
  ['lib/connector.py', 'source'],
  ['lib/multipart.py', 'source'],
  ['lib/http_parser.py', 'source'],
  ['lib/_http_parser.pyx', 'source'],
  ['lib/cookiejar.py', 'source'],
  ['lib/client_middleware_digest_auth.py', 'source'],
  ['lib/client_middlewares.py', 'source'],
  ['lib/web_urldispatcher.py', 'source'],
  ['lib/storage/client.py', 'source'],
  ['lib/queue/client.py', 'source'],
  ['lib/websocket/reader.py', 'source'],
  ['docs/multipart.rst', 'docs'],
  ['tests/test_connector.py', 'test'],
  ['tests/test_resolver.py', 'test'],
] as const;
const rows = files.map(([path, role]) => ({ path, role }));
const bind = (text: string) => bindTopic(text, rows, undefined)?.path;

it.each([
  ['Who last changed the digest login code?', 'lib/client_middleware_digest_auth.py'],
  ['Who last changed the resolver?', 'lib/resolver.py'],
  ['who touched the multipart code most recently', 'lib/multipart.py'],
  ['What changed in the connector in June 2026?', 'lib/connector.py'],
  ['when was the HTTP parser last modified?', 'lib/http_parser.py'],
  ['latest commit to the cookie jar', 'lib/cookiejar.py'],
  ['when was the url dispatcher last touched?', 'lib/web_urldispatcher.py'],
  ['newest change of the storage client', 'lib/storage/client.py'],
  ['what happened to the websocket code in q2 2026', 'lib/websocket'],
  ['who edited the connector tests last?', 'tests/test_connector.py'],
  ['last update of the multipart docs', 'docs/multipart.rst'],
])('%s', (text, path) => expect(bind(text)).toBe(path));

it.each([
  'who last changed the client?',
  'when was the timeout of the connector last raised?',
  'newest commit that sped up the resolver',
  'who last changed the code?',
  'who last changed the middleware code?',
])('binds nothing: %s', (text) => expect(bind(text)).toBeUndefined());
