/** Answers are parsed as Markdown without losing text, and text from a repository never becomes markup. */
import { assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  citationsInBlocks,
  findMissingCitations,
} from '../../../../web/src/lib/features/ask/claims/claim-citations.ts';
import { parseMarkdown, type Block } from '../../../../web/src/lib/features/ask/claims/parse-markdown.ts';
import { parseInline, type Inline } from '../../../../web/src/lib/features/ask/claims/parse-inline.ts';

const text = (value: string): Inline => ({ kind: 'text', text: value });

function inlineText(nodes: readonly Inline[]): string {
  return nodes
    .map((node) => {
      if (node.kind === 'citation' || node.kind === 'claim-end') return node.id;
      return 'children' in node ? inlineText(node.children) : node.text;
    })
    .join('');
}

function blockText(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.kind === 'code') return block.text;
      if (block.kind === 'rule') return '';
      if (block.kind === 'table') return block.rows.flatMap((row) => row.map(inlineText)).join('\n');
      if (block.kind === 'quote') return blockText(block.children);
      if (block.kind === 'bulleted' || block.kind === 'numbered')
        return block.items.map(blockText).join('\n');
      return inlineText(block.children);
    })
    .join('\n');
}

/** The letters and digits of a text, without markup. */
const lettersAndDigits = (value: string): string => value.replaceAll('[chunk:', '').replaceAll(/[^a1]/g, '');
const countWords = (value: string): number => value.split('word').length;

describe('parseInline', () => {
  test('decodes entities to plain characters', () => {
    expect(parseInline('it&#96;s &lt;b&gt; &amp;lt; &#126;&bogus; `&lt;` &#96;a&#96;')).toEqual([
      text('it`s <b> &lt; ~&bogus; '),
      { kind: 'code', text: '&lt;' },
      text(' `a`'),
    ]);
  });

  test('parses code, strong, emphasis and citations', () => {
    expect(parseInline('`a.b` is **very _well_** kept [chunk:e1], *so*.')).toEqual([
      { kind: 'code', text: 'a.b' },
      text(' is '),
      { kind: 'strong', children: [text('very '), { kind: 'emphasis', children: [text('well')] }] },
      text(' kept '),
      { kind: 'citation', id: 'e1' },
      text(', '),
      { kind: 'emphasis', children: [text('so')] },
      text('.'),
    ]);
  });

  test('keeps Markdown within code as text, and backticks within longer runs of backticks', () => {
    expect(parseInline('`**a** [chunk:e1]` `` `x` ``')).toEqual([
      { kind: 'code', text: '**a** [chunk:e1]' },
      text(' '),
      { kind: 'code', text: '`x`' },
    ]);
  });

  test('keeps underscores in names and single asterisks as text', () => {
    expect(parseInline('snake_case_name and 2 * 3 * 4 and a ` alone')).toEqual([
      text('snake_case_name and 2 * 3 * 4 and a ` alone'),
    ]);
  });

  test('treats a character after a backslash as text', () => {
    expect(parseInline('\\*not\\* \\`code\\`')).toEqual([text('*not* `code`')]);
  });

  test.each([
    [
      'Use [Error Logging Tools](https://acme.dev/errors.html#tools) now [chunk:e1].',
      'Use Error Logging Tools now ',
    ],
    ['[a](<x>) [b](../b.md#c "B") ([c](#c))', '[a](<x>) b (c)'],
    ['[d](https://en.wikipedia.org/wiki/D_(language))', 'd'],
  ])('reduces the links in %s to their labels', (source, expected) => {
    const [first, ...rest] = parseInline(source);
    expect(first).toEqual(text(expected));
    expect(rest.every((node) => node.kind !== 'text' || node.text === '.')).toBe(true);
  });

  test('keeps the formatting of a link label', () => {
    expect(parseInline('[`app.run()` **now**](https://acme.dev/#run)')).toEqual([
      { kind: 'code', text: 'app.run()' },
      text(' '),
      { kind: 'strong', children: [text('now')] },
    ]);
  });

  test.each(['handlers[key](event)', 'a[i](./x)', '[key](value)', '[x](a.b)'])(
    'does not parse %s as a link',
    (code) => {
      expect(parseInline(code)).toEqual([text(code)]);
    },
  );

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[click](javascript:alert(1))',
    '![x](https://example.org/x.png)',
    '[chunk:e1 onclick=x]',
    '[chunk:]',
  ])('keeps %s as text', (hostile) => {
    expect(parseInline(hostile)).toEqual([text(hostile)]);
  });

  test('parses any text without losing letters or digits', () => {
    const markdown = string({
      unit: constantFrom('a', '1', ' ', '*', '_', '`', '[', ']', '\\', 'chunk:', '\n', '>'),
    });
    assert(
      property(markdown, (source) => {
        expect(lettersAndDigits(inlineText(parseInline(source)))).toBe(lettersAndDigits(source));
      }),
      { numRuns: 500 },
    );
  });

  test('parses ten thousand backticks', () => {
    expect(inlineText(parseInline('`'.repeat(10_000)))).toHaveLength(10_000);
  });
});

describe('parseMarkdown', () => {
  test('parses quotes, lists and fenced code between paragraphs', () => {
    const blocks = parseMarkdown(
      'It says:\n\n> First line\n> second.\n\n- one `a`\n- two\n  more\n\n```py\ndef f():\n    pass\n```\n[chunk:e2]',
    );
    expect(blocks.map((block) => block.kind)).toEqual([
      'paragraph',
      'quote',
      'bulleted',
      'code',
      'paragraph',
    ]);
    expect(blocks[3]).toEqual({ kind: 'code', language: 'py', text: 'def f():\n    pass', ends: [] });
    expect(citationsInBlocks(blocks)).toEqual(['e2']);
  });

  test('keeps the first number of a list', () => {
    expect(parseMarkdown('3. three\n4. four')).toMatchObject([
      { kind: 'numbered', start: 3, items: [{}, {}] },
    ]);
  });

  test('shows words after the language of a fence above the code', () => {
    expect(parseMarkdown('```ts as of today\nconst a = 1;\n```')).toEqual([
      { kind: 'paragraph', children: [text('as of today')] },
      { kind: 'code', language: 'ts', text: 'const a = 1;', ends: [] },
    ]);
  });

  test('parses everything after an unclosed fence as code', () => {
    expect(parseMarkdown('```ts\nconst a = 1;')).toEqual([
      { kind: 'code', language: 'ts', text: 'const a = 1;', ends: [] },
    ]);
  });

  test('keeps the level of a heading', () => {
    expect(parseMarkdown('## Title\n\n#### Part')).toEqual([
      { kind: 'heading', level: 2, children: [text('Title')] },
      { kind: 'heading', level: 4, children: [text('Part')] },
    ]);
  });

  test('nests lists, and continues an item on the next line', () => {
    const [list, ...rest] = parseMarkdown(
      '1. Boil\n   water.\n   - salt\n   - oil\n2. Wait\nten minutes.\n\n3. Stir.\n\nDone.',
    );
    expect(rest.map(({ kind }) => kind)).toEqual(['paragraph']);
    if (list?.kind !== 'numbered') throw new Error('The first block is not a numbered list.');
    expect(list.items.map((item) => item.map(({ kind }) => kind))).toEqual([
      ['paragraph', 'bulleted'],
      ['paragraph'],
      ['paragraph'],
    ]);
    expect(blockText(list.items[0] ?? [])).toBe('Boil\nwater.\nsalt\noil');
    expect(blockText(list.items[1] ?? [])).toBe('Wait\nten minutes.');
  });

  test('parses tables, with bars in code, and lines of dashes', () => {
    const [table, line] = parseMarkdown('| a | b |\n|---|:-:|\n| `x|y` | 1 \\| 2 |\n| 3 |\n\n---');
    expect(table).toEqual({
      kind: 'table',
      rows: [
        [[text('a')], [text('b')]],
        [[{ kind: 'code', text: 'x|y' }], [text('1 | 2')]],
        [[text('3')], []],
      ],
    });
    expect(line).toEqual({ kind: 'rule' });
    expect(parseMarkdown('a | b\nc | d').map(({ kind }) => kind)).toEqual(['paragraph']);
  });

  test('limits the nesting of quotes', () => {
    expect(blockText(parseMarkdown(`${'> '.repeat(500)}deep`))).toContain('deep');
  });

  test('parses any text without losing a word', () => {
    const markdown = string({
      unit: constantFrom('word', ' ', '- ', '> ', '1. ', '# ', '```', '    ', '\n', '\n\n', '`'),
    });
    assert(
      property(markdown, (source) => {
        const fenced = /(?:`{3,})[^\n]*word/.test(source);
        if (!fenced) expect(countWords(blockText(parseMarkdown(source)))).toBe(countWords(source));
      }),
      { numRuns: 500 },
    );
  });
});

test('finds the citations of a claim that its text does not contain', () => {
  expect(findMissingCitations({ text: 'A [chunk:e1] b [chunk:e2]', citations: ['e2', 'e1'] })).toEqual([]);
  expect(findMissingCitations({ text: 'A `[chunk:e3]` [chunk:e1].', citations: ['e1', 'e3'] })).toEqual([
    'e3',
  ]);
});
