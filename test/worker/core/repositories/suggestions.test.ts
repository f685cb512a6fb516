/** Misspelled addresses yield suggestions; correct ones do not. */
import { expect, test } from 'vitest';
import {
  suggestAddress,
  suggestRepository,
  suggestScheme,
} from '../../../../worker/core/repositories/suggestions.ts';

test.each([
  ['htps', 'https'],
  ['HTTPSS', 'https'],
  ['htp', 'http'],
  ['ttps', 'https'],
  ['https', undefined],
  ['ftp', undefined],
  ['file', undefined],
  ['ssh', undefined],
])('suggests for the scheme %s: %s', (typed, suggestion) => expect(suggestScheme(typed)).toBe(suggestion));

test.each([
  ['https://gihub.com/acme/tool', 'github.com/acme/tool'],
  ['https://www.githib.com/acme/tool.git/', 'github.com/acme/tool'],
  ['https://github.con/acme/tool/tree/main', 'github.com/acme/tool'],
  ['https://github.com/acme/tool', undefined],
  ['https://gihub.com/acme', undefined],
  ['https://gihub.com/', undefined],
  ['https://acme.github.io/tool/guide', undefined],
  ['https://docs.python.org/3/library', undefined],
])('suggests for %s the repository %s', (url, suggestion) =>
  expect(suggestRepository(new URL(url))).toBe(suggestion),
);

test.each([
  ['docs.acme.dev', 'https://docs.acme.dev'],
  ['docs.acme.dev:8080/a?b', 'https://docs.acme.dev:8080/a?b'],
  ['127.0.0.1:9131', 'http://127.0.0.1:9131'],
  ['localhost', 'http://localhost'],
  ['acme/tool.js', undefined],
  ['tool', undefined],
  ['how does it work?', undefined],
])('suggests for %s the address %s', (text, suggestion) => expect(suggestAddress(text)).toBe(suggestion));
