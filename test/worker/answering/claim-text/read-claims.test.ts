/** Claims do not depend on how the stream is cut, and no word is lost. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTitle } from '../../../../worker/answering/claim-text/is-title.ts';
import {
  createClaimReader,
  type ClaimReader,
  type ReadClaim,
} from '../../../../worker/answering/claim-text/read-claims.ts';

function readAll(...deltas: readonly string[]): readonly ReadClaim[] {
  return readBy(createClaimReader(), deltas);
}
function readBy(reader: ClaimReader, deltas: readonly string[]): readonly ReadClaim[] {
  return [...deltas.flatMap((delta) => reader.add(delta)), ...reader.end()];
}
const readCitations = (...deltas: readonly string[]) =>
  readAll(...deltas).map((claim) => claim.citations.join());
const readTexts = (text: string) => readAll(text).map((claim) => claim.text);

const readWords = (text: string): readonly string[] => text.match(/[\p{L}\p{N}😀]+/gu) ?? [];

describe('the claim reader', () => {
  it.each([
    ['one sentence.', ['one sentence.']],
    ['no full stop', ['no full stop']],
    ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
    ['It reads `a.b. c` and `x? y` there. Next.', ['It reads `a.b. c` and `x? y` there.', 'Next.']],
    ['It says “One. Two! Three?” there. Next.', ['It says “One. Two! Three?” there.', 'Next.']],
    [
      'See e.g. the parser, i.e. this one, etc. and more. Next.',
      ['See e.g. the parser, i.e. this one, etc. and more.', 'Next.'],
    ],
    ['Version 1.2.3 of a.py costs 3.5 s. Next.', ['Version 1.2.3 of a.py costs 3.5 s.', 'Next.']],
    ['1. First item\n2. Second item', ['1. First item', '2. Second item']],
    ['- one\n- two\n* three\n+ four', ['- one', '- two', '* three', '+ four']],
    ['1) one\n12) two', ['1) one', '12) two']],
    ['Text over\ntwo lines. Next', ['Text over\ntwo lines.', 'Next']],
    ['One\n\nTwo', ['One', 'Two']],
    ['One\n  \nTwo', ['One', 'Two']],
    ['One\n\n\n\nTwo', ['One', 'Two']],
    ['> quoted\n> more', ['> quoted', '> more']],
    ['An `unclosed code. Still it\n\nNext.', ['An `unclosed code. Still it', 'Next.']],
    ['Call `run()`. It returns `a | b`.', ['Call `run()`.', 'It returns `a | b`.']],
    ['Wait... then go. Done', ['Wait...', 'then go.', 'Done']],
    ['Really?! Yes.', ['Really?!', 'Yes.']],
    [
      'It retries twice:\n```ts\nretry(2);\n\nstop();\n```\n[chunk:e1]\n\nNext.',
      ['It retries twice:\n```ts\nretry(2);\n\nstop();\n```\n[chunk:e1]', 'Next.'],
    ],
    ['It stops here:\n\n```\na. b\n```\nNext.', ['It stops here:\n\n```\na. b\n```', 'Next.']],
    ['No colon\n\n```\na. b\n```\nNext.', ['No colon', '```\na. b\n```', 'Next.']],
    ['Two things:\n\n- one\n- two', ['Two things:', '- one', '- two']],
  ])('splits %j into claims', (text, expected) => {
    expect(readTexts(text)).toEqual(expected);
  });

  it.each([[''], ['   \n\n '], ['.'], ['- '], ['---\n\n***'], ['# A heading'], ['### Two\n\n## One']])(
    'finds no claim in %j',
    (text) => {
      expect(readTexts(text)).toEqual([]);
    },
  );

  it.each([
    ['It waits [chunk:e1]. It goes [chunk:e2].', ['e1', 'e2']],
    ['It waits. [chunk:e1] It goes. [chunk:e2]', ['e1', 'e2']],
    ['It waits.[chunk:e1][chunk:e2] It goes.[chunk:e3]', ['e1,e2', 'e3']],
    ['It waits. [chunk:e1], [chunk:e2] It goes. [chunk:e3]', ['e1,e2', 'e3']],
    ['It waits. ([chunk:e1]) It goes. ([chunk:e2], [chunk:e3])', ['e1', 'e2,e3']],
    ['It waits. [chunk:e1]. It goes. [chunk:e2].', ['e1', 'e2']],
    ['It waits.\n[chunk:e1]\nIt goes.\n[chunk:e2]', ['e1', 'e2']],
    ['It waits for two tides: [chunk:e1]\n- low [chunk:e2]\n- high [chunk:e3]', ['e1', 'e2', 'e3']],
    ['It waits for two tides [chunk:e1]:\n\n1. low [chunk:e2]\n2. high [chunk:e3]', ['e1', 'e2', 'e3']],
    ['It waits for two tides:\n[chunk:e1]\n\n- low. [chunk:e2]', ['e1', 'e2']],
    ['It says “wait for the tide.” [chunk:e1] It goes [chunk:e2].', ['e1', 'e2']],
    ['It says "wait for the tide." [chunk:e1] `go` goes [chunk:e2].', ['e1', 'e2']],
    ['It waits (or it sinks.) [chunk:e1] It goes [chunk:e2].', ['e1', 'e2']],
    ['**It waits.** [chunk:e1] It goes [chunk:e2].', ['e1', 'e2']],
    ['It says “wait.” [chunk:e1] and “go.” [chunk:e2] It sinks [chunk:e3].', ['e1,e2', 'e3']],
    ['1. **Wait.** It waits. [chunk:e1]\n2. **Go.** It goes. [chunk:e2]', ['e1', 'e2']],
    [
      '| Tide | Gate |\n|---|---|\n| low | shut [chunk:e1] |\n| high | open [chunk:e2] |\n\nSo [chunk:e3].',
      ['e1', 'e2', 'e3'],
    ],
    [
      '| Tide | Gate |\n|---|---|\n| low | shut |\n| high | open |\n[chunk:e1]\n\nSo [chunk:e2].',
      ['e1', 'e2'],
    ],
  ])('assigns the citations of %j to their sentences', (text, expected) => {
    expect(readCitations(text)).toEqual(expected);
    expect(readCitations(...text)).toEqual(expected);
  });

  it.each([
    ['Tide', ['| low | shut [chunk:e1] |']],
    ['It is certified', ['| It is certified | Gate |', '| low | shut [chunk:e1] |']],
  ])('reads a header row as a claim only if it states something: %s', (header, expected) => {
    const table = `| ${header} | Gate |\n|---|---|\n| low | shut [chunk:e1] |\n`;
    expect(readBy(createClaimReader(isTitle), [table]).map((claim) => claim.text)).toEqual(expected);
  });

  it('reads a heading with citations as a claim, because it would otherwise look verified', () => {
    const reader = createClaimReader();
    expect([...reader.add('### It is safe [chunk:e1]\n\n### Plain\n'), ...reader.end()]).toEqual([
      { text: '### It is safe [chunk:e1]', citations: ['e1'] },
    ]);
  });

  it('reads a heading that states something as a claim', () => {
    const text =
      '### Overview\n\n### It is certified.\n[chunk:e1]\n\n### Where it goes\n### Fully tested\nYes.';
    expect(readBy(createClaimReader(isTitle), [text])).toEqual([
      { text: '### It is certified.\n[chunk:e1]', citations: ['e1'] },
      { text: '### Fully tested', citations: [] },
      { text: 'Yes.', citations: [] },
    ]);
  });

  it.each(['~~~', '````'])('reads code within %s as one claim', (mark) => {
    const text = `${mark}js\nrun(); return 1.\n\n- x\n${mark}\n[chunk:e1]`;
    const reader = createClaimReader();
    expect([...reader.add(text), ...reader.end()]).toEqual([{ text, citations: ['e1'] }]);
  });

  it('does not add a claim to the heading above it', () => {
    expect(readTexts('# Title\nThis is said. [chunk:e1]\n## Next\nAnd this.')).toEqual([
      'This is said. [chunk:e1]',
      'And this.',
    ]);
  });
});

describe('a code block', () => {
  const block = '```ts\nconst a = 1;\n\n// One. Two.\n- x\n```';

  it('is one claim, including the citations after it', () => {
    expect(readAll(`Look.\n${block}\n[chunk:e1]\nNext. [chunk:e2]`)).toEqual([
      { text: 'Look.', citations: [] },
      { text: `${block}\n[chunk:e1]`, citations: ['e1'] },
      { text: 'Next. [chunk:e2]', citations: ['e2'] },
    ]);
    expect(readAll(`${block}\n[chunk:e1]\nNext.`).map((claim) => claim.citations)).toEqual([['e1'], []]);
  });

  it('is one claim even if it is never closed', () => {
    expect(readTexts('```\na. b.\n\nc. d.')).toEqual(['```\na. b.\n\nc. d.']);
  });

  it.each(['```foo', '``` [chunk:e9]', '``', '~~~'])('does not end at %j', (line) => {
    const text = `\`\`\`\na\n${line}\nb. c.\n\`\`\`\``;
    expect(readTexts(`${text}  \nNext.`)).toEqual([text, 'Next.']);
    expect(readAll(...`${text}  \nNext.`)).toEqual(readAll(`${text}  \nNext.`));
  });

  it('is part of a sentence if it is on one line', () => {
    expect(readTexts('```a. b``` is code. Next.')).toEqual(['```a. b``` is code.', 'Next.']);
  });
});

describe('citations', () => {
  it.each([
    ['before the full stop', 'It is so [chunk:e1][chunk:e2]. Next.', [['e1', 'e2'], []]],
    ['after the full stop', 'It is so. [chunk:e1] [chunk:e2] Next.', [['e1', 'e2'], []]],
    ['without a space', 'It is so.[chunk:e1] Next. [chunk:e2]', [['e1'], ['e2']]],
    ['on the next line', 'It is so.\n[chunk:e1]\nNext.', [['e1'], []]],
    ['twice', 'It [chunk:e1] is so. [chunk:e1]', [['e1']]],
    ['that state that there is no source', 'It is so. [chunk:none]', [['none']]],
    ['in a list', '- one. [chunk:e1]\n- two [chunk:e2]', [['e1'], ['e2']]],
    ['in an invalid form', 'See [1] and [chunk] and [chunk:] and [chunk:a b].', [[]]],
    ['of another paragraph', 'It is so.\n\n[chunk:e1] It is said. Next.', [[], ['e1'], []]],
  ])('%s', (_, text, expected) => {
    expect(readAll(text).map((claim) => claim.citations)).toEqual(expected);
  });

  it('do not count within code', () => {
    expect(readAll('It writes `[chunk:e9]` into the text [chunk:e1].')).toMatchObject([
      { citations: ['e1'] },
    ]);
    expect(readAll('```\nanswer [chunk:e9]\n```\n[chunk:e1]')).toMatchObject([{ citations: ['e1'] }]);
  });

  it.each([
    ['a paragraph', 'It is so.\n\n[chunk:e1]\n\nNext.', [['e1'], []]],
    ['several', 'It is so [chunk:e1].\n\n[chunk:e2], [chunk:e3].\n[chunk:e4]', [['e1', 'e2', 'e3', 'e4']]],
    ['an item', '- x.\n- [chunk:e1]\n- y', [['e1'], []]],
    ['an item of an item without a full stop', '- x\n  - [chunk:e1]\n1. y\n2. [chunk:e2]', [['e1'], ['e2']]],
    ['a line below code', '```\nx\n```\n\n\n[chunk:e1]\nNext.', [['e1'], []]],
    ['a paragraph with more text', 'It is so.\n\n[chunk:e1] and more.', [[], ['e1']]],
    ['an item with more text', '- x.\n- [chunk:e1] y.', [[], ['e1']]],
    ['nothing before them', '[chunk:e1]\n\nIt is so.', [['e1'], []]],
    ['a title before them', '# Title\n\n[chunk:e1]', [['e1']]],
    ['the whole text', '\n[chunk:e1].\n', [['e1']]],
  ])('alone belong to the claim before them: %s', (_, text, expected) => {
    expect(readAll(text).map((claim) => claim.citations)).toEqual(expected);
    expect(readAll(...text)).toEqual(readAll(text));
  });
});

const readCurrentClaim = (text: string) => {
  const reader = createClaimReader();
  reader.add(text);
  return reader.currentClaim();
};

describe('currentClaim', () => {
  it.each([
    ['It is so [chunk:e1]', ['e1']],
    ['It is so [chunk:e1].', ['e1']],
    ['It is so. [chunk:e1] [chunk:e2]', ['e1', 'e2']],
    ['One. [chunk:e1] Then `two` [chunk:e2]', ['e2']],
    ['- item [chunk:e1]\n', ['e1']],
    ['```\ncode\n```\n[chunk:e1]', ['e1']],
    ['It is so [chunk:none]', ['none']],
    ['It is so.\n\n', []],
    ['It is so.\n\n[chunk:e1]', ['e1']],
    ['- x [chunk:e1]\n- ', ['e1']],
    ['- x\n- [chunk:e1]', ['e1']],
  ])('returns a claim that may be complete: %j', (text, citations) => {
    expect(readCurrentClaim(text)?.citations).toEqual(citations);
  });

  it.each([
    ['It is so'],
    ['It is so.'],
    ['It is so [chunk:e1'],
    ['It is so [chunk:e1] and'],
    ['It says “so [chunk:e1]'],
    ['It reads `so [chunk:e1]'],
    ['```\nlet a [chunk:e1]'],
    ['## A heading [chunk:e1]'],
    ['[chunk:e1]'],
    ['It is so.\n\n[chunk:'],
    ['# Title\n'],
    [''],
  ])('returns undefined for an incomplete claim: %j', (text) => {
    expect(readCurrentClaim(text)).toBeUndefined();
  });
});

describe('a stream cut at arbitrary places', () => {
  const piece = fc.constantFrom(
    'It is so',
    '. ',
    '.',
    '! ',
    '?',
    '\n',
    '\n\n',
    ' \n \n',
    '- ',
    '\n- ',
    '\n1. ',
    '12) ',
    '# ',
    '\n## T\n',
    '> ',
    '`',
    '``',
    '```',
    '```ts\n',
    '\n```\n',
    '`a.b. c`',
    '“',
    '”',
    '“One. Two.”',
    '[chunk:e1]',
    ' [chunk:e2]',
    '\n[chunk:e3]',
    '\n\n[chunk:e4]\n',
    '\n- [chunk:e5]\n',
    '\n```foo\n',
    '\n### It is so\n',
    '  \n',
    '[chunk:',
    `[chunk:${'x'.repeat(45)}]`,
    '[',
    ']',
    'e.g. ',
    'etc.',
    '3.5',
    ' ',
    '\t',
    '*',
    '**b**',
    '漢字。',
    '😀',
  );
  const texts = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''));

  it('yields the same claims', () => {
    fc.assert(
      fc.property(texts, fc.nat(3), fc.array(fc.nat(), { maxLength: 12 }), (short, long, cuts) => {
        // Sometimes exceeds the maximum claim length.
        const text = long === 0 ? `${'long '.repeat(797)}${short}` : short;
        const offsets = [
          0,
          ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b),
          text.length,
        ];
        const deltas = offsets.slice(1).map((end, index) => text.slice(offsets[index], end));
        expect(readAll(...deltas)).toEqual(readAll(text));
        expect(readBy(createClaimReader(isTitle), deltas)).toEqual(
          readBy(createClaimReader(isTitle), [text]),
        );
      }),
      { numRuns: Number(process.env.RUNS ?? 3_000) },
    );
  });

  it('yields the same claims character by character', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(readAll(...text)).toEqual(readAll(text));
      }),
      { numRuns: 1_000 },
    );
  });

  it('loses no words except headings', () => {
    fc.assert(
      fc.property(
        texts.filter((text) => !text.includes('#')),
        (text) => {
          const read = readAll(text).map((claim) => claim.text);
          expect(readWords(read.join(' '))).toEqual(readWords(text));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
