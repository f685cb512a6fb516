/** A message's subject is its first paragraph, as git shows it. */
import { expect, it } from 'vitest';
import { splitCommitMessage } from '../../../../worker/core/history/commit-record.ts';

it.each<[string, string, string]>([
  ['Mend it', 'Mend it', ''],
  ['\n\nMend it\n\nWhy.\n\nMore.\n', 'Mend it', 'Why.\n\nMore.'],
  ['Mend it\nin two lines\n \t\nWhy.', 'Mend it in two lines', 'Why.'],
  ['Mend it\r\n\r\nWhy.\r\nMore.', 'Mend it', 'Why.\nMore.'],
  ['', '', ''],
])('%j', (message, subject, body) => expect(splitCommitMessage(message)).toEqual({ subject, body }));
