/** What is typed above the conversations finds them by title and repository. */
import { expect, test } from 'vitest';
import { findConversations } from '../../web/src/lib/features/conversations/find-conversations.ts';

const listed = [
  { title: 'Where are chunks joined?', repositoryName: 'parcel' },
  { title: 'How is an upload checked?', repositoryName: 'parcel' },
  { title: 'Where are chunks cut?', repositoryName: 'harbour' },
];

test.each([
  ['', [0, 1, 2]],
  ['   ', [0, 1, 2]],
  ['CHUNKS', [0, 2]],
  ['parcel chunks', [0]],
  ['chunks harb', [2]],
  ['satellite', []],
])('“%s”', (typed, found) => {
  expect(findConversations(listed, typed)).toEqual(found.map((index) => listed[index]));
});
