/** Reading the formatted address of an ask page restores the same state. */
import { assert, integer, property, string, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import {
  conversationPath,
  readConversationAddress,
  readNewChatAddress,
} from '../../../../web/src/lib/features/ask/conversation/ask-address.ts';
import { newChatPath } from '../../../../web/src/lib/features/ask/conversation/new-chat-path.ts';
import { isOpen } from '../../../../web/src/lib/features/ask/sources/open-source.ts';
import { fileAddress } from '../../../../web/src/lib/features/files/file-address.ts';

const url = (address: string) => new URL(address, 'http://localhost/');
const place = { repositoryId: 'r 1', conversationId: 'c1' };

test('formats and reads the address of a new chat with a question and a source', () => {
  expect(newChatPath('r 1')).toBe('/r/r%201');
  expect(newChatPath('r1', 'a b?')).toBe('/r/r1?q=a+b%3F');
  expect(readNewChatAddress(url('/r/r1?q=+a+b%3F+&source=b.ts#L3'))).toEqual({
    question: 'a b?',
    source: { path: 'b.ts', range: { startLine: 3, endLine: 3 } },
  });
});

test('includes the selected version in the address', () => {
  expect(newChatPath('r1', 'why?', 's 1')).toBe('/r/r1?q=why%3F&version=s+1');
  expect(newChatPath('r1', '', null)).toBe('/r/r1');
  expect(readNewChatAddress(url(newChatPath('r1', 'why?', 's 1'))).version).toBe('s 1');
  const address = { turn: 2, source: null, version: 's 1' };
  expect(conversationPath(place, address)).toBe('/r/r%201/c/c1?turn=2&version=s+1');
  expect(readConversationAddress(url(conversationPath(place, address)))).toEqual(address);
});

test('formats and reads the address of a conversation with a turn and a source', () => {
  expect(conversationPath(place)).toBe('/r/r%201/c/c1');
  const source = { path: 'src/a b.ts', range: { startLine: 3, endLine: 9 } };
  expect(conversationPath(place, { turn: 2, source })).toBe('/r/r%201/c/c1?turn=2&source=src%2Fa+b.ts#L3-L9');
  const highlighted = { turn: 2, source: { ...source, highlight: { startLine: 5, endLine: 7 } } };
  expect(conversationPath(place, highlighted)).toBe(
    '/r/r%201/c/c1?turn=2&source=src%2Fa+b.ts&line=L5-L7#L3-L9',
  );
  expect(readConversationAddress(url(conversationPath(place, highlighted)))).toEqual(highlighted);
});

test('round-trips any turn, path and range', () => {
  const range = tuple(integer({ min: 1, max: 9999 }), integer({ min: 0, max: 99 }));
  assert(
    property(integer({ min: 1 }), string({ minLength: 1 }), range, (turn, path, [startLine, extraLines]) => {
      const address = { turn, source: { path, range: { startLine, endLine: startLine + extraLines } } };
      expect(readConversationAddress(url(conversationPath(place, address)))).toEqual(address);
    }),
  );
});

test('ignores an invalid turn or range', () => {
  for (const turn of ['0', '-1', '1.5', 'x', ''])
    expect(readConversationAddress(url(`/r/x/c/y?turn=${turn}`)).turn).toBeNull();
  expect(readConversationAddress(url('/r/x/c/y?source=b.ts#top')).source).toEqual({
    path: 'b.ts',
    range: null,
  });
});

test('a source is open when its path and lines match', () => {
  const lines = { kind: 'code', path: 'a.ts', startLine: 1, endLine: 2 } as const;
  expect(isOpen(lines, { path: 'a.ts', range: { startLine: 1, endLine: 2 } })).toBe(true);
  expect(isOpen(lines, { path: 'a.ts', range: { startLine: 1, endLine: 3 } })).toBe(false);
  expect(isOpen(lines, { path: 'a.ts', range: null })).toBe(false);
  expect(isOpen(lines, null)).toBe(false);
  expect(isOpen(lines, { commit: 'abcdef0' })).toBe(false);
});

test('includes an open commit in the address, and the commit matches only its own evidence', () => {
  const source = { commit: '6f948e95b' };
  const address = conversationPath(place, { turn: 2, source });
  expect(address).toBe('/r/r%201/c/c1?turn=2&commit=6f948e95b');
  expect(readConversationAddress(url(address))).toEqual({ turn: 2, source });
  expect(readConversationAddress(url('/r/x/c/y?commit=no+commit')).source).toBeNull();
  expect(isOpen({ kind: 'commit', commit: '6f948e95b' }, source)).toBe(true);
  expect(isOpen({ kind: 'commit', commit: 'other' }, source)).toBe(false);
  expect(isOpen({ kind: 'commit', commit: 'a.ts' }, { path: 'a.ts', range: null })).toBe(false);
});

test('escapes special characters in file addresses, and keeps the version', () => {
  const files = { repositoryId: 'r1', version: undefined };
  expect(fileAddress(files, '')).toBe('/r/r1/files');
  expect(fileAddress(files, 'a b/#c?.ts', { startLine: 2, endLine: 2 })).toBe(
    '/r/r1/files/a%20b/%23c%3F.ts#L2',
  );
  expect(fileAddress({ ...files, version: 's 1' }, 'a.ts', { startLine: 2, endLine: 4 })).toBe(
    '/r/r1/files/a.ts?version=s%201#L2-L4',
  );
});

test('includes the lines of an attached file in the address', () => {
  const source = { attachment: 'a b.log', range: { startLine: 3, endLine: 4 } };
  expect(conversationPath(place, { turn: 2, source })).toBe('/r/r%201/c/c1?turn=2&attachment=a+b.log#L3-L4');
  expect(readConversationAddress(url(conversationPath(place, { turn: 2, source })))).toEqual({
    turn: 2,
    source,
  });
  const lines = { path: 'a b.log', startLine: 3, endLine: 4 };
  expect(isOpen({ kind: 'attachment', ...lines }, source)).toBe(true);
  expect(isOpen({ kind: 'attachment', ...lines, endLine: 5 }, source)).toBe(false);
  // A file in the repository may have the same name.
  expect(isOpen({ kind: 'code', ...lines }, source)).toBe(false);
  expect(isOpen({ kind: 'attachment', ...lines }, { path: 'a b.log', range: source.range })).toBe(false);
});
