/** The subject of a commit message is its first paragraph, as in git. */
import { expect, it } from 'vitest';
import { splitCommitMessage } from '../../../../worker/core/history/commit-record.ts';

it.each<[string, string, string]>([
  ['Mend it', 'Mend it', ''],
  ['\n\nMend it\n\nWhy.\n\nMore.\n', 'Mend it', 'Why.\n\nMore.'],
  ['Mend it\nin two lines\n \t\nWhy.', 'Mend it in two lines', 'Why.'],
  ['Mend it\r\n\r\nWhy.\r\nMore.', 'Mend it', 'Why.\nMore.'],
  ['', '', ''],
])('splits %j', (message, subject, body) => expect(splitCommitMessage(message)).toEqual({ subject, body }));
