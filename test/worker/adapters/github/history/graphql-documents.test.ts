/** Tests that every document is valid in GitHub's published schema. */
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
  ['blame of ten files', blameDocument(10)],
  ['commits by their ids', commitsByIdDocument(50)],
])('requests %s with a document that the schema allows', (_, document) => {
  expect(validate(schema, parse(document)).map(({ message }) => message)).toEqual([]);
});

it('detects a field that the schema does not have', () => {
  const wrong = commitsDocument.replace('totalCount', 'totalNumber');
  expect(validate(schema, parse(wrong))).toHaveLength(1);
});
