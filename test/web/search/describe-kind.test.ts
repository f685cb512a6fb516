/** The kind of a result is named in plain words. */
import { expect, it } from 'vitest';
import { describeResultKind } from '../../../web/src/lib/features/search/describe-kind.ts';

it.each([
  ['function', 'source', 'function definition'],
  ['class', 'test', 'class definition in a test'],
  ['statements', 'source', 'top-level code'],
  ['section', 'docs', 'section'],
  ['code_sample', 'docs', 'code sample in the documentation'],
  ['text', 'config', 'text'],
] as const)('%s in %s is a %s', (kind, role, label) => {
  expect(describeResultKind({ kind, role })).toBe(label);
});
