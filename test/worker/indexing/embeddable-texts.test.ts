/**
 * The texts that are embedded for a chunk: code and its documentation, or prose and its code samples, as separate texts. Secrets and front
 * matter are omitted.
 */
import { describe, expect, it } from 'vitest';
import { embeddableId, embeddableTexts } from '../../../worker/indexing/embeddable-texts.ts';
import { chunkDocument } from '../../../worker/ingestion/documents/chunk-document.ts';
import type { CodeSample } from '../../../worker/core/code/chunk.ts';
import type { ChunkRow } from '../../../worker/ports/chunk-store.ts';
import { chunkRow } from '../../support/samples/questions.ts';

const embedChunk = (
  path: string,
  raw: string,
  overrides: Partial<ChunkRow> = {},
  openSamples: readonly CodeSample[] = [],
) =>
  Object.fromEntries(
    embeddableTexts({ ...chunkRow(path, { key: 7, ...overrides }), raw }, openSamples).map(
      ({ modality, texts }) => [modality, texts],
    ),
  );

/** The embedded texts of a document's chunks. */
const embedSections = (text: string, language = 'markdown', budget = { minTokens: 1, maxTokens: 60 }) =>
  chunkDocument(text, language, budget).chunks.map((chunk, at, all) => {
    const openSamples = all.slice(0, at).flatMap((earlierChunk) => earlierChunk.metadata.samples ?? []);
    return embedChunk('docs/a.md', chunk.raw, { ...chunk, language }, openSamples);
  });

describe('a chunk of code', () => {
  it('is embedded as code, with its documentation as a separate text', () => {
    const metadata = { defines: ['Store.join', 'Store.cut'], documentation: 'Joins the pieces.' };
    const raw = '# Joins the pieces.\ndef join(self): ...\n';
    expect(embedChunk('src/store.py', raw, { symbol: 'Store', metadata })).toEqual({
      text: [{ name: 'Store.join Store.cut', path: 'src/store.py', body: 'Joins the pieces.' }],
      code: [{ name: 'Store.join Store.cut', path: 'src/store.py', body: raw }],
    });
  });

  it('that defines nothing has the name of its enclosing definition, if any', () => {
    const metadata = { defines: [] };
    expect(embedChunk('a.py', 'x = 1', { symbol: 'run', metadata }).code).toMatchObject([{ name: 'run' }]);
    expect(embedChunk('a.py', 'x = 1', { symbol: undefined, metadata })).toEqual({
      code: [{ name: '', path: 'a.py', body: 'x = 1' }],
    });
  });

  it.each(['', '  \n\n', '}\n});\n', '---\n'])('of %j is not embedded', (raw) => {
    expect(embedChunk('a.ts', raw)).toEqual({});
  });

  it('contains no secret, wherever it begins in its file', () => {
    const secret = ['ghp', '_', 'Z9'.repeat(18)].join('');
    const precedingText = 'first = 1\n';
    const raw = `token = "${secret}"\n`;
    const start = precedingText.length + raw.indexOf(secret);
    const masks = [{ start, end: start + secret.length, rule: 'github', line: 2 }];
    const texts = embedChunk('a.py', raw, { startOffset: precedingText.length, masks });
    expect(JSON.stringify(texts)).toContain('token = ');
    expect(JSON.stringify(texts)).not.toContain('Z9Z9');
  });
});

describe('a section of a document', () => {
  const fence = '```';

  it('is embedded as prose under its headings, with each sample as code', () => {
    const document = `# Guide\n\n## Joining\n\nPieces are joined.\n\n${fence}py\njoin(a, b)\n${fence}\n\nOr cut:\n\n${fence}\ncut(a)\n${fence}\n`;
    const [section] = embedSections(document, 'markdown', { minTokens: 200, maxTokens: 500 });
    expect(section?.text).toHaveLength(1);
    expect(section?.text?.[0]).toMatchObject({ path: 'docs/a.md', name: expect.stringContaining('Guide') });
    expect(section?.text?.[0]?.body).toContain('Pieces are joined.');
    expect(section?.text?.[0]?.body).toContain('Or cut:');
    expect(section?.text?.[0]?.body).not.toMatch(/join\(|cut\(|```/);
    expect(section?.code?.map(({ body }) => body.trim())).toEqual(['join(a, b)', 'cut(a)']);
  });

  it('in reStructuredText is also embedded as prose, with each sample as code', () => {
    const document =
      'Guide\n=====\n\nPieces are joined.\n\n.. code-block:: python\n\n   join(a, b)\n\nAnd more.\n';
    const [section] = embedSections(document, 'restructuredtext', { minTokens: 200, maxTokens: 500 });
    expect(section?.text?.[0]?.body).toContain('Pieces are joined.');
    expect(section?.text?.[0]?.body).toContain('And more.');
    expect(section?.text?.[0]?.body).not.toContain('join(a');
    expect(section?.code?.map(({ body }) => body.trim())).toEqual(['join(a, b)']);
  });

  it('omits front matter', () => {
    const document = '---\ntitle: Secret garden\n---\n\n# Guide\n\nPieces are joined.\n';
    const sections = embedSections(document, 'markdown', { minTokens: 200, maxTokens: 500 });
    expect(JSON.stringify(sections)).not.toContain('garden');
    expect(JSON.stringify(sections)).toContain('Pieces are joined.');
  });

  it('that is split within a sample is embedded with each piece of the sample as code', () => {
    const lines = Array.from({ length: 60 }, (_, line) => `call_number_${line}(first, second)`);
    const sections = embedSections(`# Guide\n\nWords.\n\n${fence}py\n${lines.join('\n')}\n${fence}\n`);
    expect(sections.length).toBeGreaterThan(2);
    const code = sections.flatMap((section) => section.code ?? []).map(({ body }) => body);
    const text = sections.flatMap((section) => section.text ?? []).map(({ body }) => body);
    for (const line of lines) expect(code.some((body) => body.includes(line))).toBe(true);
    expect(text.join('\n')).not.toContain('call_number');
  });

  it('averages at most 16 samples', () => {
    const document = `# Guide\n\n${Array.from({ length: 40 }, (_, at) => `${fence}\nf${at}(x)\n${fence}\n`).join('\n')}`;
    const [section] = embedSections(document, 'markdown', { minTokens: 500, maxTokens: 5_000 });
    expect(section?.code).toHaveLength(16);
  });
});

describe('the id of an embeddable', () => {
  const space = { name: 'a', dimensions: 4 };
  const text = { name: 'n', path: 'p', body: 'b' };

  it('differs whenever the space or the texts differ', async () => {
    const ids = await Promise.all([
      embeddableId(space, { texts: [text] }),
      embeddableId({ ...space, name: 'b' }, { texts: [text] }),
      embeddableId(space, { texts: [{ ...text, name: 'np', path: '' }] }),
      embeddableId(space, { texts: [{ ...text, body: 'c' }] }),
      embeddableId(space, { texts: [text, text] }),
    ]);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is the same for the same texts, whatever other properties they have', async () => {
    const more = { ...text, extra: 1 };
    expect(await embeddableId(space, { texts: [more] })).toBe(await embeddableId(space, { texts: [text] }));
  });
});
