/** Every document is one GitHub's published schema takes, and costs what is said of it. */
import { schema as published } from '@octokit/graphql-schema';
import { buildSchema, parse, validate } from 'graphql';
import { expect, it } from 'vitest';
import {
  blameDocument,
  commitsByIdDocument,
  commitsDocument,
  issuesDocument,
  pullRequestsDocument,
} from '../../../../../worker/adapters/github/history/graphql-documents.ts';

const schema = buildSchema(published.idl, { assumeValidSDL: true });

it.each([
  ['commits', commitsDocument],
  ['pull requests', pullRequestsDocument],
  ['issues', issuesDocument],
  ['blame of one file', blameDocument(1)],
  ['blame of ten', blameDocument(10)],
  ['commits by their ids', commitsByIdDocument(50)],
])('asks for %s as the schema has it', (_, document) => {
  expect(validate(schema, parse(document)).map(({ message }) => message)).toEqual([]);
});

it('would be told of a field the schema has not', () => {
  const wrong = commitsDocument.replace('totalCount', 'totalNumber');
  expect(validate(schema, parse(wrong))).toHaveLength(1);
});
