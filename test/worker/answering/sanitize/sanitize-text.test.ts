/** Sanitized text contains nothing that a client follows or loads, and keeps its words. */
import * as fc from 'fast-check';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { createTextSanitizer, sanitizeText } from '../../../../worker/answering/sanitize/sanitize-text.ts';

function inPieces(pieces: readonly string[]): string {
  const sanitizer = createTextSanitizer();
  return pieces.map((piece) => sanitizer.add(piece)).join('') + sanitizer.end();
}

interface Node {
  readonly type: string;
  readonly children?: readonly Node[];
}
const reader = unified().use(remarkParse).use(remarkGfm);
/** Finds everything that a Markdown client could follow or load. */
function findLiveParts(text: string): readonly string[] {
  const all = (node: Node): readonly Node[] => [node, ...(node.children ?? []).flatMap(all)];
  const tree: Node = reader.runSync(reader.parse(text)) as Node;
  const inert =
    /^(?:root|paragraph|heading|text|emphasis|strong|delete|inlineCode|code|list|listItem|blockquote|thematicBreak|break|table|tableRow|tableCell)$/;
  return all(tree).flatMap(({ type }) => (inert.test(type) ? [] : [type]));
}
const readWords = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

const evil = 'https://evil.example/x?q=1';
const live = [
  ['a link', `See [the docs](${evil}).`],
  ['a link in angles', `See [the docs](<${evil}> "title").`],
  ['a link with a script', 'Click [here](javascript:alert(1)).'],
  ['a link with data', 'Click [here](data:text/html;base64,PHNjcmlwdD4=).'],
  ['a link on a citation', `So it is [chunk:e1](${evil}).`],
  ['an image', `![a diagram](${evil}.png)`],
  ['an image within a link', `[![a](${evil}.png)](${evil})`],
  ['a reference', `See [the docs][1].\n\n[1]: ${evil}`],
  ['a definition of a citation', `It is so [chunk:e1].\n\n[chunk:e1]: ${evil}`],
  ['a definition in a list', `- [a]: ${evil}\n\nSee [a].`],
  ['a definition in a quotation', `> [a]: ${evil}\n\nSee [a].`],
  ['a definition over lines', `[a\nb]: ${evil}\n\nSee [a b].`],
  ['a footnote', 'It is so[^1].\n\n[^1]: said there'],
  ['an autolink', `Go to <${evil}>.`],
  ['a bare address', `Go to ${evil}.`],
  ['a bare address in brackets', `(see ${evil}) and [${evil}]`],
  ['two addresses', `${evil} ${evil}`],
  ['an address behind a letter of another script', `見${evil}`],
  ['an address without a scheme', 'Go to www.evil.example/x, now.'],
  ['an address behind an underscore', 'Go to _www.evil.example_ now.'],
  ['a mail address', 'Write to someone.else@mail.example.org today.'],
  ['mailto', 'Write to mailto:someone@mail.example.org today.'],
  ['a mail address with a dot after the sign', 'word@.x](y)'],
  [
    'an address with numeric character references',
    'Go to https&#58;//evil.example and www&#46;evil.example.',
  ],
  ['an address with escapes', 'Go to https:\\//evil.example, https\\://evil.example and www\\.evil.example.'],
  ['an escaped beginning', `Go to \\${evil} now.`],
  ['an element', 'See <img src="x" onerror="alert(1)"> and <b>this</b>.'],
  ['a block of elements', '<div>\n\n<script>alert(1)</script>\n</div>'],
  ['a comment', 'It <!-- hidden --> is.'],
  ['after an open back-tick', `It is \`open [x](${evil}) and so on`],
  ['after an open back-tick of the line before', `It is \`open\nand [x](${evil}) \` closed`],
  ['after an escaped back-tick', `\\\`[x](${evil})\``],
  ['after a fence in a list', `- a\n  \`\`\`\n[x](${evil})\n  \`\`\``],
  ['after a fence in a quotation', `> \`\`\`\n[x](${evil})\n\`\`\``],
  ['after a fence of an item', `- \`\`\`\n[x](${evil})\n\`\`\`\n${evil}`],
  ['after a lone carriage return', `a\r\`\`\`\rcode\r\`\`\`\r[x](${evil})`],
  ['within code in a table', `| a | b |\n| - | - |\n| \`x | [y](${evil}) | <img src=x>\` |`],
  ['within code in the head of a table', `a \`x | [y](${evil})\` b\n--- | ---\n1 | 2`],
  ['within code in a table without outer bars', `a | b\n--- | ---\nx | \`y | <img src=x>\` z`],
  ['code next to an address', `\`a\`${evil}\`b\` [x](${evil})`],
] as const;

describe('links and resources', () => {
  it.each(live)('are removed from %s', (_, text) => {
    expect(findLiveParts(sanitizeText(text))).toEqual([]);
  });

  it.each(live)('keep their words in %s', (_, text) => {
    const lost = readWords(text.replace(/&#(?:58|46);/g, ' '));
    const sanitized = readWords(sanitizeText(text)).join('');
    expect(lost.filter((word) => !sanitized.includes(word))).toEqual([]);
  });

  it('are live in unsanitized text, which proves that these tests can fail', () => {
    const inert = live.filter(([, text]) => findLiveParts(text).length === 0).map(([name]) => name);
    // Clients that allow multi-line inline code show code; others show a link.
    expect(inert).toEqual(['after an open back-tick of the line before']);
  });
});

describe('harmless text', () => {
  it.each([
    'It reads `a.b` and “quotes” it [chunk:e1].',
    'A list:\n\n- `one` [chunk:e1]\n- two (really) [chunk:e2]\n\n1. three: [chunk:none]\n',
    '```ts\nconst link = "[x](https://a.example)"; // <b>\n```\n[chunk:e1]\n',
    'Use `Map<string> | undefined` or `https://a.example/x` [chunk:e1][chunk:e2].',
    'If a < b && c > d, or a<1: 50 % of x*y_z ~ 3. `react@18`, react@18.2.0, @types/node.',
    '| a | b |\n| --- | --- |\n| `x` | y [chunk:e1] |\n',
    'Ends with h',
    '~~gone~~ and **bold** &lt;kept&gt; C:\\dir and \\*stars\\*.',
    '## A heading\n\nText\n\n> quoted\n',
  ])('stays unchanged: %j', (text) => {
    expect(sanitizeText(text)).toBe(text);
  });
});

describe('citations', () => {
  it.each([
    ['[chunk:e1]', '[chunk:e1]'],
    ['[chunk:none]', '[chunk:none]'],
    ['[chunk: e1]', '[chunk:e1]'],
    ['[ Chunk:E12 ]', '[chunk:e12]'],
    ['[chunk:e1, e2]', '[chunk:e1][chunk:e2]'],
    ['[chunk:e1; chunk:e2,chunk:e3]', '[chunk:e1][chunk:e2][chunk:e3]'],
    ['(chunk:e1)', '[chunk:e1]'],
    ['【chunk:e1】', '[chunk:e1]'],
    ['【e1】', '[chunk:e1]'],
    ['[e1]', '[chunk:e1]'],
    ['[e1, e99]', '[chunk:e1][chunk:e99]'],
    ['[chunk:made-up_9]', '[chunk:made-up_9]'],
    ['(e1)', '(e1)'],
    ['[1]', '[1]'],
    ['[chunk:a b]', '[chunk:a b]'],
    ['[chunk:e1', '[chunk:e1'],
    ['[chunk:e1)', '[chunk:e1)'],
    ['[entry]', '[entry]'],
    ['\\[chunk:e1]', '[chunk:e1]'],
  ])('%s', (written, expected) => {
    expect(sanitizeText(`It is so ${written}.`)).toBe(`It is so ${expected}.`);
  });

  it('do not include array elements or code', () => {
    expect(sanitizeText('It takes list[e1] and `x [e1]`.')).toBe('It takes list[e1] and `x [e1]`.');
    expect(sanitizeText('```\n[e1] [chunk: e2]\n```\n')).toBe('```\n[e1] [chunk: e2]\n```\n');
  });
});

it('shows a replacement character for characters that hide or reverse text', () => {
  expect(sanitizeText('a\u202Eb\u{E0041}c\u0000d')).toBe('a\uFFFDb\uFFFDc\uFFFDd');
});

it('closes code at a line with its closing marks and moves citations below it', () => {
  expect(sanitizeText('```\na\n```foo\nb\n``` [e1], [chunk: e2].\nc')).toBe(
    '```\na\n```foo\nb\n```\n[chunk:e1], [chunk:e2].\nc',
  );
  expect(sanitizeText('```\na\n``` [x]\n[chunk')).toBe('```\na\n``` [x]\n[chunk\n```\n');
});

it('closes code that is still open at the end', () => {
  expect(sanitizeText('```js\nlet a')).toBe('```js\nlet a\n```\n');
  expect(sanitizeText(`Go to ${evil}`)).toBe(`Go to \`${evil}\``);
});

const joinWords = (from: string): string => readWords(from).join('');

const pieces = fc.constantFrom(
  ...'[ ] ( ) : < > ` `` ``` ~~~ | - \\ & @ . , ! # * _ / \n \r \r\n'.split(' '),
  ' ',
  '\n',
  '\n\n',
  '  ',
  '    ',
  '- ',
  '1. ',
  '> ',
  '\n```js\n',
  '\n```\n',
  '\n``` [e1]\n',
  '\n```foo\n',
  '\n~~~\n',
  '\n| - | - |\n',
  '| ',
  'word',
  'x](y)',
  '[y]: ',
  '[y]',
  '![i](',
  'https://e.example/a',
  'http',
  's://',
  'www.',
  'e.example',
  'mailto:a@b.co',
  'a@b.co',
  'javascript:',
  '<img src=x>',
  '<!--',
  '-->',
  '&#58;',
  '&amp;',
  '[chunk:e1]',
  '[chunk: e2, e3]',
  '(chunk:e4)',
  '【e5】',
  '[e6',
  '“',
  '”',
  '漢字。',
  '😀',
  '\u202E',
);
const texts = fc.array(pieces, { maxLength: 30 }).map((all) => all.join(''));

describe('arbitrary text in arbitrary pieces', () => {
  it('yields the same result', () => {
    fc.assert(
      fc.property(texts, fc.array(fc.nat(), { maxLength: 12 }), (text, cuts) => {
        const offsets = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b)];
        const cut = offsets.map((start, index) => text.slice(start, offsets[index + 1] ?? text.length));
        expect(inPieces(cut)).toBe(sanitizeText(text));
        expect(inPieces(text.split(''))).toBe(sanitizeText(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it('contains nothing live', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const sanitized = sanitizeText(text);
        // The task-list parser fails below an empty list marker.
        fc.pre(!/[-*+.)]\s*\n\s*\[ \]/.test(sanitized));
        expect(findLiveParts(sanitized)).toEqual([]);
      }),
      { numRuns: Number(process.env['RUNS'] ?? 2_000) },
    );
  });

  it('loses no words', () => {
    fc.assert(
      fc.property(
        texts.filter((text) => !/chunk|e\d/.test(text)),
        (text) => {
          const sanitized = sanitizeText(text).replace(/&#(?:96|126);|amp/g, ' ');
          expect(joinWords(sanitized)).toBe(joinWords(text.replaceAll('amp', ' ')));
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('is read in linear time', () => {
    const hostile = ['`', '[', '[chunk:', '``a', '&#', '<a', 'http', '](', '\\', '(c', '| `|<a` '];
    for (const piece of hostile) {
      const text = piece.repeat(60_000 / piece.length);
      expect(readWords(inPieces([text])).length).toBeGreaterThanOrEqual(0);
    }
  });
});
