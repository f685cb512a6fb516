/** Files that go along with a question: text within the limits, under names the server takes; the rest is told. */
import { expect, test } from 'vitest';
import { attachmentLimits } from '../../web/src/lib/api.ts';
import { attachedFilesSchema } from '../../worker/contract/attachment.ts';
import {
  cleanName,
  readAttachment,
  type HeldFile,
} from '../../web/src/lib/features/attachments/read-attachment.ts';

const fileOf = (name: string, content: string | Uint8Array<ArrayBuffer>) => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return { name, size: bytes.byteLength, arrayBuffer: () => Promise.resolve(bytes.buffer) };
};
const held = (name: string, bytes: number): HeldFile => ({ name, text: 'x', bytes });

test('a text goes along as it is', async () => {
  expect(await readAttachment(fileOf('a.log', 'é\r\n'), [])).toEqual({
    name: 'a.log',
    text: 'é\r\n',
    bytes: 4,
  });
});

test.each([
  ['an image', new Uint8Array([0x89, 0x50, 0x4e, 0x47]), 'is not text'],
  ['a nought', new Uint8Array([0x61, 0]), 'is not text'],
  ['UTF-16', new Uint8Array([0xff, 0xfe, 0x61, 0x00]), 'is not text'],
  ['nothing', '', 'is empty'],
  ['too much', 'x'.repeat(attachmentLimits.fileBytes + 1), 'at most'],
])('%s does not', async (_, content, why) => {
  expect(await readAttachment(fileOf('a', content), [])).toContain(why);
});

test('no more than a question takes', async () => {
  const many = Array.from({ length: attachmentLimits.files }, (_, at) => held(String(at), 1));
  expect(await readAttachment(fileOf('a', 'x'), many)).toContain(`takes ${attachmentLimits.files} files`);
  expect(await readAttachment(fileOf('a', 'xx'), [held('b', attachmentLimits.bytes - 1)])).toContain(
    'together',
  );
});

test('names the server takes, each once', async () => {
  const names = ['a`b[c].log', 'x\u0000\n‮y', '   ', 'n'.repeat(400), 'a.log'];
  let files: readonly HeldFile[] = [held('a.log', 1)];
  for (const name of names) {
    const read = await readAttachment(fileOf(name, 'x'), files);
    if (typeof read === 'string') throw new Error(read);
    files = [...files, read];
  }
  expect(attachedFilesSchema.safeParse(files.map(({ name, text }) => ({ name, text }))).success).toBe(true);
  expect(files.at(-1)?.name).toBe('a (2).log');
  expect(cleanName('   ')).toBe('file');
});
