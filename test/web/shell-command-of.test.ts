/** The keys of the shell: with Ctrl or ⌘ wherever one types, without only where nobody does. */
import { expect, test } from 'vitest';
import { shellCommandOf } from '../../web/src/lib/features/shell/shell-command-of.ts';

const plain = {
  key: 'x',
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  taken: false,
};

test.each([
  ['palette', { key: 'k', ctrlKey: true }],
  ['palette', { key: 'K', metaKey: true, taken: true }],
  ['sidebar', { key: 'b', ctrlKey: true, taken: true }],
  ['shortcuts', { key: '?', shiftKey: true }],
  ['new-chat', { key: 'n', altKey: true, taken: true }],
  ['new-chat', { key: 'Dead', code: 'KeyN', altKey: true }],
  [null, { key: 'Dead', code: 'KeyN', altKey: true, taken: true }],
  [null, { key: 'n', altKey: true, ctrlKey: true }],
  [null, { key: 'n' }],
  [null, { key: '?', shiftKey: true, taken: true }],
  [null, { key: '?', ctrlKey: true }],
  [null, { key: 'k' }],
  [null, { key: 'k', ctrlKey: true, metaKey: true }],
  [null, { key: 'k', ctrlKey: true, altKey: true }],
  [null, { key: 'k', ctrlKey: true, shiftKey: true }],
])('%s for %o', (command, press) => expect(shellCommandOf({ ...plain, ...press })).toBe(command));
