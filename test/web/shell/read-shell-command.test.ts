/** Shortcuts with Ctrl or ⌘ always work. Shortcuts without a modifier work only while no field or overlay handles keys. */
import { expect, test } from 'vitest';
import { readShellCommand } from '../../../web/src/lib/features/shell/read-shell-command.ts';

const plainPress = {
  key: 'x',
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isHandled: false,
};

test.each([
  ['palette', { key: 'k', ctrlKey: true }],
  ['palette', { key: 'K', metaKey: true, isHandled: true }],
  ['sidebar', { key: 'b', ctrlKey: true, isHandled: true }],
  ['shortcuts', { key: '?', shiftKey: true }],
  ['new-chat', { key: 'n', altKey: true, isHandled: true }],
  ['new-chat', { key: 'Dead', code: 'KeyN', altKey: true }],
  [null, { key: 'Dead', code: 'KeyN', altKey: true, isHandled: true }],
  [null, { key: 'n', altKey: true, ctrlKey: true }],
  [null, { key: 'n' }],
  [null, { key: '?', shiftKey: true, isHandled: true }],
  [null, { key: '?', ctrlKey: true }],
  [null, { key: 'k' }],
  [null, { key: 'k', ctrlKey: true, metaKey: true }],
  [null, { key: 'k', ctrlKey: true, altKey: true }],
  [null, { key: 'k', ctrlKey: true, shiftKey: true }],
])('returns %s for %o', (command, press) =>
  expect(readShellCommand({ ...plainPress, ...press })).toBe(command),
);
