import { describe, expect, it } from 'vitest';
import { createClient } from '../../../worker/contract/client.ts';
import { countTokens } from '../../../worker/core/text/tokens.ts';
import { formatResult } from '../../../worker/mcp/format-result.ts';
import { readFileTool } from '../../../worker/mcp/tools/read-file.ts';

const origin = 'http://127.0.0.1:8787';
const link = `${origin}/r/dkv4dcs5ybsj4nnz/files/src/deep/folder/app.py?version=1f34hvklbw00xxv2`;

async function read(text: string, fragment: string, maxTokens: number): Promise<string> {
  const file = { text, lines: text.split('\n').length, commit: 'a'.repeat(40), language: 'python' };
  const client = createClient({ baseUrl: origin, fetch: async () => Response.json(file) });
  const result = await readFileTool.run({ client, origin }, { link: link + fragment, maxTokens });
  return formatResult(result, maxTokens);
}

describe('a file that is longer than the budget', () => {
  const lines = Array.from({ length: 400 }, (_, index) => `value_${index} = compute(${index})`);

  it.each([200, 1_000, 2_000])('is read in parts of at most %i tokens, without a gap', async (maxTokens) => {
    const found: string[] = [];
    for (let start: string | undefined = '1'; start !== undefined;) {
      const text = await read(lines.join('\n'), `#L${start}-L400`, maxTokens);
      expect(countTokens(text)).toBeLessThanOrEqual(maxTokens);
      const [, code = ''] = /```python\n([\s\S]*?)\n```/.exec(text) ?? [];
      expect(code).not.toBe('');
      found.push(code);
      start = /Continues at line (\d+)/.exec(text)?.[1];
    }
    expect(found.join('\n')).toBe(lines.join('\n'));
  });

  it('shows the beginning of a line that is too long', async () => {
    const text = await read(`first = [${'"word", '.repeat(2_000)}]\nsecond = 2`, '', 500);
    expect(countTokens(text)).toBeLessThanOrEqual(500);
    expect(text).toContain('first = ["word"');
    expect(text).toContain('Line 1 is longer than maxTokens');
    expect(text).toContain('Continues at line 2');
  });

  it('refuses an end before the start', async () => {
    await expect(read(lines.join('\n'), '#L10-L5', 500)).rejects.toThrow('endLine is 5');
  });
});
