/** Attachments: text within the limits and with valid names; other files are rejected with a reason. */
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

test('attaches a text unchanged', async () => {
  expect(await readAttachment(createFile('a.log', 'é\r\n'), [])).toEqual({
    name: 'a.log',
    text: 'é\r\n',
    bytes: 4,
  });
});

test.each([
  ['an image', new Uint8Array([0x89, 0x50, 0x4e, 0x47]), 'is not text'],
  ['a null character', new Uint8Array([0x61, 0]), 'is not text'],
  ['UTF-16', new Uint8Array([0xff, 0xfe, 0x61, 0x00]), 'is not text'],
  ['an empty file', '', 'is empty'],
  ['a large file', 'x'.repeat(attachmentLimits.fileBytes + 1), 'at most'],
])('rejects %s', async (_, content, reason) => {
  expect(await readAttachment(createFile('a', content), [])).toContain(reason);
});

test('limits the number of files', async () => {
  const many = Array.from({ length: attachmentLimits.files }, (_, index) => attachment(String(index), 1));
  expect(await readAttachment(createFile('a', 'x'), many)).toContain(`have ${attachmentLimits.files} files`);
  expect(
    await readAttachment(createFile('a', 'xx'), [attachment('b', attachmentLimits.bytes - 1)]),
  ).toContain('together');
});

test('gives unique names that the server accepts', async () => {
  const names = ['a`b[c].log', 'x\u0000\n‮y', '   ', 'n'.repeat(400), 'a.log'];
  let files: readonly PendingAttachment[] = [attachment('a.log', 1)];
  for (const name of names) {
    const read = await readAttachment(createFile(name, 'x'), files);
    if (typeof read === 'string') throw new Error(read);
    files = [...files, read];
  }
  expect(attachedFilesSchema.safeParse(files.map(({ name, text }) => ({ name, text }))).success).toBe(true);
  expect(files.at(-1)?.name).toBe('a (2).log');
  expect(sanitizeFileName('   ')).toBe('file');
});
