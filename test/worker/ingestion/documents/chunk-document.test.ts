/** Document chunks: heading paths, samples, version notes and front matter of two fixtures and of unusual documents. */
import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../../../worker/core/code/chunk.ts';
import { chunkDocument } from '../../../../worker/ingestion/documents/chunk-document.ts';
import { expectSoundChunks } from '../../../support/samples/chunk-invariants.ts';
import { languageFixtures } from '../../../support/files/language-fixtures.ts';

const budget = { minTokens: 50, maxTokens: 512 };
const chunk = (text: string, language = 'markdown'): readonly Chunk[] => {
  const chunked = chunkDocument(text, language, budget);
  expectSoundChunks(text, chunked, budget);
  return chunked.chunks;
};
const sentences = (count: number): string =>
  `${'Some words that fill a line of the text.\n'.repeat(count)}\n`;

describe('Markdown', () => {
  const chunks = chunk(languageFixtures.markdown);
  const inSection = (title: string) => chunks.find(({ metadata }) => metadata.headings?.at(-1) === title);

  it('splits by heading, each section with its heading path', () => {
    expect(chunks.map(({ symbol }) => symbol)).toEqual([
      undefined,
      'Rate limits',
      'Rate limits > Reading the headers',
      'Rate limits > Setext heading',
      'Rate limits > Setext heading > Several languages',
      'Rate limits > What counts as a call',
      'Rate limits > Version history',
    ]);
    expect(chunks.map(({ kind }) => kind)).toEqual([
      'front_matter',
      ...Array.from({ length: 6 }, () => 'section'),
    ]);
  });

  it('merges a section that is too small with its neighbor', () =>
    expect(inSection('What counts as a call')?.raw).toContain('### Batches'));

  it('attaches front matter to the first chunk', () => {
    expect(chunks[0]?.metadata.frontMatter).toEqual({
      title: 'Rate limits',
      navTitle: 'Limits',
      description: 'How many calls a key may make, and what happens after.',
      related: ['guide/keys', 'guide/errors'],
      tags: ['api', 'limits'],
      draft: 'false',
    });
    expect(chunks.slice(1).some(({ metadata }) => metadata.frontMatter !== undefined)).toBe(false);
  });

  it('finds code samples with their language, file and lines', () =>
    expect(inSection('Reading the headers')?.metadata.samples).toEqual([
      { language: 'ts', fileName: 'client/wait.ts', switcher: false, startLine: 32, endLine: 38 },
    ]));

  it('marks samples that a page switches between', () =>
    expect(inSection('Several languages')?.metadata.samples).toEqual([
      { language: 'js', fileName: 'wait.js', switcher: true, startLine: 59, endLine: 61 },
      { language: 'python', fileName: 'wait.py', switcher: true, startLine: 63, endLine: 68 },
      { language: 'go', fileName: undefined, switcher: true, startLine: 75, endLine: 77 },
      { language: 'ruby', fileName: 'wait.rb', switcher: false, startLine: 83, endLine: 85 },
    ]));

  it('reads a version history', () =>
    expect(inSection('Version history')?.metadata.versions).toEqual([
      { version: 'v2.1.0', change: 'Batches count by their members.' },
      { version: 'v2.0.0', change: 'The window is a minute, not an hour.' },
      { version: 'v1.4.0', change: 'Added the `RateLimit-*` headers.' },
    ]));

  it('splits an oversized section between paragraphs, with the heading path on each part', () => {
    const parts = chunk(`# Long\n\n${Array.from({ length: 12 }, () => sentences(8)).join('')}`);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) {
      expect(part.symbol).toBe('Long');
      expect(part.raw).toMatch(/text\.\n(\n)?$/);
    }
  });

  it('keeps a fitting sample whole', () => {
    const sample = `\`\`\`js\n${'call(a, b, c);\n\n'.repeat(40)}\`\`\`\n`;
    const parts = chunk(`# Sample\n\n${sentences(30)}${sample}\n${sentences(30)}`);
    expect(parts.filter((part) => part.raw.includes('call')).length).toBe(1);
  });

  it('finds no heading in a sample or comment', () => {
    const parts = chunk(
      `${sentences(9)}\`\`\`sh\n# no heading\n\`\`\`\n<!--\n# none either\n-->\n${sentences(9)}`,
    );
    expect(parts.map((part) => part.symbol)).toEqual([undefined]);
  });

  it('reads a document with an unclosed sample, front matter or comment', () => {
    for (const text of ['# A\n\n```js\nx', '---\ntitle: A\n', '# A\n<!-- x\n# B\n']) {
      expect(chunk(text).map((part) => part.raw)).toEqual([text]);
    }
  });

  it('nests a heading that skips levels under the previous one', () => {
    const [first, second] = chunk(`# A\n\n${sentences(9)}#### B\n\n${sentences(9)}## C\n\n${sentences(9)}`);
    expect([first?.symbol, second?.symbol]).toEqual(['A', 'A > B']);
  });
});

describe('reStructuredText', () => {
  const chunks = chunk(languageFixtures.restructuredtext, 'restructuredtext');
  const inSection = (title: string) => chunks.find(({ metadata }) => metadata.headings?.at(-1) === title);

  it('splits by title, with levels in the order of their first use', () =>
    expect(chunks.map(({ symbol }) => symbol)).toEqual([
      'Signals Manual',
      'Signals Manual > Connecting',
      'Signals Manual > Connecting > Weak references',
      'Signals Manual > Sending',
      'Signals Manual > Sending > Errors',
    ]));

  it('reads its fields as front matter', () =>
    expect(chunks[0]?.metadata.frontMatter).toEqual({ orphan: '', author: 'The maintainers' }));

  it('reads version notes', () => {
    expect(inSection('Connecting')?.metadata.versions).toEqual([
      { version: '1.2', change: 'Added' },
      {
        version: '2.0',
        change:
          'Changed: Receivers are held by weak references, so that a receiver that nobody else holds is forgotten.',
      },
    ]);
    expect(inSection('Errors')?.metadata.versions).toEqual([
      { version: '2.3', change: 'Deprecated: Use ``send(robust=True)``.' },
    ]);
  });

  it('finds samples in directives, after colons and in tabs', () => {
    expect(inSection('Weak references')?.metadata.samples).toEqual([
      { language: 'python', fileName: 'app/receivers.py', switcher: false, startLine: 37, endLine: 46 },
    ]);
    expect(inSection('Connecting')?.metadata.samples).toEqual([
      { language: undefined, fileName: undefined, switcher: false, startLine: 17, endLine: 22 },
    ]);
    expect(inSection('Sending')?.metadata.samples).toMatchObject([
      { language: 'py', switcher: true },
      { language: 'js', switcher: true },
    ]);
  });

  it('does not mistake a table or a line of marks for a title', () => {
    const text = '=====  =====\nA      B\n=====  =====\n1      2\n=====  =====\n\n----\n\nText.\n';
    expect(chunk(text, 'restructuredtext').map(({ symbol }) => symbol)).toEqual([undefined]);
  });
});
