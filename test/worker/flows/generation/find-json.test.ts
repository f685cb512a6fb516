import { expect, it } from 'vitest';
import { findJson } from '../../../../worker/flows/generation/find-json.ts';

it.each([
  ['alone', '{"order":[2,1]}', { order: [2, 1] }],
  ['in a fence', 'Here you are:\n```json\n{"order": [2, 1]}\n```\nAnything else?', { order: [2, 1] }],
  ['after brackets that are none', 'The passages [sic] {as asked}: {"a": "}"}', { a: '}' }],
  ['with a quotation that holds a quotation mark', '{"a": "say \\"{\\""} {', { a: 'say "{"' }],
  ['as a list', '[3, 1]', [3, 1]],
])('is found %s', (_, text, value) => expect(findJson(text)).toEqual(value));

it.each([
  ['in words', 'I cannot order these.'],
  ['cut off', '{"order": [1, 2'],
  ['of another kind', "{'colour': 'red'}"],
  ['nowhere in many brackets', '{'.repeat(100_000)],
])('is none %s', (_, text) => expect(findJson(text)).toBeUndefined());
