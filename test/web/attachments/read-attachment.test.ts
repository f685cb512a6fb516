/** Attachments are text within the limits, with valid names. Other files are rejected with a reason. */
import { expect, test } from 'vitest';
import { attachmentLimits } from '../../../web/src/lib/api.ts';
import { attachedFilesSchema } from '../../../worker/contract/answers/attached-files.ts';
import {
  sanitizeFileName,
  readAttachment,
  type PendingAttachment,
} from '../../../web/src/lib/features/attachments/read-attachment.ts';

const createFile = (name: string, content: string | Uint8Array<ArrayBuffer>) => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return { name, size: bytes.byteLength, arrayBuffer: () => Promise.resolve(bytes.buffer) };
};
const attachment = (name: string, bytes: number): PendingAttachment => ({ name, text: 'x', bytes });

test('attaches text without changes', async () => {
  expect(await readAttachment(createFile('a.log', 'é\r\n'), [])).toEqual({
    name: 'a.log',
    text: 'é\r\n',
    bytes: 4,
  });
});

test.each([
  ['an image', new Uint8Array([0x89, 0x50, 0x4e, 0x47]), 'is not text'],
  ['text with a null character', new Uint8Array([0x61, 0]), 'is not text'],
  ['UTF-16 text', new Uint8Array([0xff, 0xfe, 0x61, 0x00]), 'is not text'],
  ['an empty file', '', 'is empty'],
  ['a large file', 'x'.repeat(attachmentLimits.fileBytes + 1), 'the limit for a file is'],
])('rejects %s', async (_, content, reason) => {
  expect(await readAttachment(createFile('a', content), [])).toContain(reason);
});

test('limits the number of files and their total size', async () => {
  const many = Array.from({ length: attachmentLimits.files }, (_, index) => attachment(String(index), 1));
  expect(await readAttachment(createFile('a', 'x'), many)).toContain(
    `at most ${attachmentLimits.files} files`,
  );
  expect(
    await readAttachment(createFile('a', 'xx'), [attachment('b', attachmentLimits.bytes - 1)]),
  ).toContain('together');
});

test('returns unique names that the server accepts', async () => {
  const names = ['a`b[c].log', 'x\u0000\n‮y', '   ', 'n'.repeat(400), 'a.log'];
  let files: readonly PendingAttachment[] = [attachment('a.log', 1)];
  for (const name of names) {
    const attached = await readAttachment(createFile(name, 'x'), files);
    if (typeof attached === 'string') throw new Error(attached);
    files = [...files, attached];
  }
  expect(attachedFilesSchema.safeParse(files.map(({ name, text }) => ({ name, text }))).success).toBe(true);
  expect(files.at(-1)?.name).toBe('a (2).log');
  expect(sanitizeFileName('   ')).toBe('file');
});
