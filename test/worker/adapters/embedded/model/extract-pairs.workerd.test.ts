/** Tests training pairs, whose code must not contain the query. */
import { describe, expect, it } from 'vitest';
import { extractPairs } from '../../../../../worker/adapters/embedded/model/extract-pairs.ts';
import { createTreeSitterParser } from '../../../../../worker/adapters/tree-sitter/parser.ts';

const parser = createTreeSitterParser();
const extract = (language: string, text: string) => extractPairs({ language, text }, parser);

const python = `class Store:
    def drop_key(self, key):
        """Removes a key at once. Others stay.

        :param key: what to remove
        """
        # Waiters are told before the lock opens.
        self.waiters.wake(key)
        self.drop_key.count += 1

        return self.items.pop(key)
`;

describe('pairs of code', () => {
  it('combine the documentation, up to its tags, with the definition without its documentation', async () => {
    const pairs = await extract('python', python);
    const pair = pairs.find(({ kind }) => kind === 'documentation');
    expect(pair).toMatchObject({ query: 'Removes a key at once. Others stay.', name: 'Store.drop_key' });
    expect(pair?.query.slice(0, pair.sentenceEnd)).toBe('Removes a key at once.');
    expect(pair?.code).toContain('self.items.pop(key)');
    expect(pair?.code).not.toContain('Removes');
  });

  it('combine the name with the definition without the name', async () => {
    const pairs = await extract('python', python);
    const pair = pairs.find(({ query }) => query === 'Store.drop_key');
    expect(pair).toMatchObject({ kind: 'name', name: '' });
    expect(pair?.code).toContain('waiters.wake');
    expect(pair?.code).not.toContain('drop_key');
  });

  it('combine a comment with the lines after it, up to a blank line', async () => {
    const pairs = await extract('python', python);
    expect(pairs.filter(({ kind }) => kind === 'comment')).toEqual([
      {
        kind: 'comment',
        query: 'Waiters are told before the lock opens.',
        sentenceEnd: 39,
        name: '',
        code: 'self.waiters.wake(key)\n        self.drop_key.count += 1',
      },
    ]);
  });

  it('treat a comment before a definition as its documentation', async () => {
    const pairs = await extract(
      'go',
      '// Close ends what is open.\n// All of it.\nfunc (s *Set) Close() { s.end(1) }\n',
    );
    expect(pairs.map(({ kind, name, query }) => [kind, name, query])).toEqual([
      ['documentation', 'Set.Close', 'Close ends what is open.\nAll of it.'],
      ['name', '', 'Set.Close'],
    ]);
  });

  it('omit comments for tools', async () => {
    const pairs = await extract('python', '# pylint: disable all of these checks\nvalue = compute(1)\n');
    expect(pairs).toEqual([]);
  });
});

it('pairs a document’s heading with its text, unless the heading is boilerplate', async () => {
  const prose = 'Chunks keep their bytes. '.repeat(8).trim();
  const pairs = await extract('markdown', `# Cutting files\n\n${prose}\n\n## License\n\n${prose}\n`);
  expect(pairs.map(({ kind, query, code }) => [kind, query, code])).toEqual([
    ['section', 'Cutting files', prose],
  ]);
});
