/** An answer is one flow of text, in which each sentence knows its claim. Cards follow their claim, and some parts are folded. */
import { assert, array, constantFrom, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Card, Claim } from '../../../../web/src/lib/api.ts';
import { layOutAnswer, type AnswerPart } from '../../../../web/src/lib/features/ask/answer/lay-out-answer.ts';
import { reduceAnswer, type AnswerState } from '../../../../web/src/lib/features/ask/answer/reduce-answer.ts';
import type { ProseBlock } from '../../../../web/src/lib/features/ask/claims/group-sentences.ts';
import type { ProseInline, Sentence } from '../../../../web/src/lib/features/ask/claims/sentence.ts';
import { commitEvidence } from '../../../support/samples/evidence.ts';
import { answerState, writtenClaim } from '../../../support/samples/answer-state.ts';

const inlineText = (nodes: readonly ProseInline[]): string =>
  nodes
    .map((node) =>
      node.kind === 'citation'
        ? `[${node.id}${node.isLast ? '' : '…'}]`
        : 'children' in node
          ? inlineText(node.children)
          : node.text,
    )
    .join('');
/** `c1: text` for the sentence with the end of claim c1, `c1… text` for an earlier part of it, and the plain text without a claim. */
const sentenceText = ({ claim, isEnd, children }: Sentence): string =>
  `${claim === null ? '' : `${claim}${isEnd ? ':' : '…'} `}${inlineText(children).trim()}`;

function describeBlock(block: ProseBlock): unknown {
  switch (block.kind) {
    case 'heading':
      return { [`h${block.level}`]: block.sentences.map(sentenceText) };
    case 'paragraph':
      return block.sentences.map(sentenceText);
    case 'code':
      return { code: block.text, caption: block.caption && sentenceText(block.caption) };
    case 'quote':
      return { quote: block.children.map(describeBlock) };
    case 'table':
      return { table: block.rows.map((row) => row.map((cell) => cell.map(sentenceText))) };
    case 'rule':
      return 'rule';
    case 'numbered':
      return { [block.start]: block.items.map((item) => item.map(describeBlock)) };
    case 'bulleted':
      return { list: block.items.map((item) => item.map(describeBlock)) };
  }
}

const describePart = (part: AnswerPart): unknown =>
  part.kind === 'card'
    ? part.card.id
    : part.kind === 'folded'
      ? { folded: part.title, parts: part.parts.map(describePart) }
      : describeBlock(part.block);
const layOut = (state: AnswerState, isRunning = false): readonly unknown[] =>
  layOutAnswer(state, { isRunning }).map(describePart);

const card = (id: string): Card => ({
  type: 'table',
  id,
  title: id,
  query: '/v1',
  total: 1,
  truncated: false,
  columns: [],
  rows: [],
  csv: '/v1?format=csv',
});
const addCard = (state: AnswerState, added: Card): AnswerState =>
  reduceAnswer(state, { type: 'data-card', id: added.id, data: added });

describe('the text', () => {
  test('keeps paragraphs, lists, headings and code as they were written', () => {
    const text = [
      'Salt is added. It is weighed first [chunk:e1].',
      '## How',
      '1. Weigh it [chunk:e2].\n   - In grams.\n2. Stir.',
      '```py\nstir()\n```\n[chunk:e3]',
      'Then it boi',
    ].join('\n\n');
    const claims = [
      writtenClaim('c1', 'Salt is added.'),
      writtenClaim('c2', 'It is weighed first [chunk:e1].'),
      writtenClaim('c3', '1. Weigh it [chunk:e2].'),
      writtenClaim('c4', '- In grams.'),
      writtenClaim('c5', '2. Stir.'),
      writtenClaim('c6', '```py\nstir()\n```\n[chunk:e3]'),
    ];
    expect(layOut(answerState(text, claims))).toEqual([
      ['c1: Salt is added.', 'c2: It is weighed first [e1].'],
      { h2: ['How'] },
      { 1: [[['c3: Weigh it [e2].'], { list: [[['c4: In grams.']]] }], [['c5: Stir.']]] },
      { code: 'stir()', caption: 'c6: [e3]' },
      ['Then it boi'],
    ]);
  });

  test('keeps emphasis and table cells that end sentences', () => {
    const text =
      '**Stir it. Then wait.**\n\n| step | why |\n|---|---|\n| stir | It mixes. |\n| wait | It cools [chunk:e1]. |';
    const claims = [
      writtenClaim('c1', '**Stir it.'),
      writtenClaim('c2', 'Then wait.**'),
      writtenClaim('c3', '| step | why |\n|---|---|\n| stir | It mixes.'),
      writtenClaim('c4', '|\n| wait | It cools [chunk:e1]. |'),
    ];
    expect(layOut(answerState(text, claims))).toEqual([
      ['c1: Stir it.', 'c2: Then wait.'],
      {
        table: [
          [['c3… step'], ['c3… why']],
          [['c3… stir'], ['c3: It mixes.']],
          [['c4… wait'], ['c4: It cools [e1].']],
        ],
      },
    ]);
  });

  test('shows the current text of a claim, and citations that it does not contain', () => {
    const text = 'It is here [chunk:e1]. It is there.';
    const claims = [
      writtenClaim('c1', 'It is here [chunk:e1].'),
      writtenClaim('c2', 'It is there.', { citations: ['e2', 'e3'] }),
    ];
    const state = answerState(text, claims);
    const moved = reduceAnswer(state, {
      type: 'data-claim',
      id: 'c1',
      data: writtenClaim('c1', 'It is here [chunk:e7].', { state: 'repaired' }),
    });
    expect(layOut(moved)).toEqual([['c1: It is here [e7].', 'c2: It is there. [e2…][e3]']]);
  });

  test('hides the start of a citation that is still arriving', () => {
    expect(layOut(answerState('It is here [chunk:', []), true)).toEqual([['It is here']]);
  });

  test('shows no citation for a statement that there is no source', () => {
    const text = 'The colour is not shown [chunk:none].';
    expect(layOut(answerState(text, [writtenClaim('c1', text, { state: 'gap', citations: [] })]))).toEqual([
      ['c1: The colour is not shown.'],
    ]);
  });

  test('removes markup from quoted prose only', () => {
    const quoted = 'It says: “See {py:class}`Bowl` <br> and `<b>`”, as in <br> [chunk:e1].';
    expect(layOut(answerState(quoted, [writtenClaim('c1', quoted)]))).toEqual([
      ['c1: It says: “See Bowl and <b>”, as in <br> [e1].'],
    ]);
  });

  test('cannot be made to show an end of a claim', () => {
    const text = 'One \uE000c9\uE001 two.';
    expect(layOut(answerState(text, [writtenClaim('c1', text)]))).toEqual([['c1: One \uFFFDc9\uFFFD two.']]);
  });

  test('of a refusal is left to the search details, unless the page shows none', () => {
    const refused = [
      { type: 'data-declined' as const, data: {} as never },
      { type: 'text-delta' as const, id: 't', delta: 'No answer.' },
      { type: 'text-delta' as const, id: 't', delta: '\n\nI know it.' },
      { type: 'data-claim' as const, id: 'c1', data: writtenClaim('c1', 'I know it.') },
    ].reduce(reduceAnswer, answerState('', []));
    expect(layOut(refused)).toEqual([['c1: I know it.']]);
    expect(layOutAnswer(refused, { isRunning: false, isRefusalShown: true }).map(describePart)[0]).toEqual([
      'c1… No answer.',
    ]);
  });

  test('shows every claim exactly once, however it is written', () => {
    const pieces = constantFrom(
      'Stir it.',
      '- Stir [chunk:e1].',
      '1. Wait.',
      '> Quoted [chunk:e2].',
      '```\ncode\n```\n[chunk:e1]',
      '```\nbare\n```',
      '# Claimed heading [chunk:e1]',
      '| a | b. |',
      '**Bold.**',
      '  - nested.',
      'A `b` c.\n\n[chunk:e1]',
    );
    const separators = constantFrom('\n', '\n\n');
    assert(
      property(
        array(pieces, { minLength: 1, maxLength: 9 }),
        array(separators, { minLength: 9, maxLength: 9 }),
        (written, gaps) => {
          const text = written.map((piece, index) => piece + (gaps[index] ?? '')).join('');
          const claims = written.map((piece, index): Claim => writtenClaim(`c${index}`, piece.trim()));
          const shown = JSON.stringify(layOut(answerState(text, claims)));
          for (const { id } of claims) expect(shown.split(`"${id}: `).length, `${id} in ${text}`).toBe(2);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('folded parts', () => {
  const text = [
    'It is salt [chunk:e1].',
    '### Also relevant (2)',
    '- Pepper [chunk:e1].',
    '#### Herbs',
    'Thyme [chunk:e1].',
    '### Tests (1)',
    'A test [chunk:e1].',
    '### Its history',
    'It was sugar [chunk:e1].',
  ].join('\n\n');
  const claims = ['It is salt', '- Pepper', 'Thyme', 'A test', 'It was sugar'].map((words, index) =>
    writtenClaim(`c${index}`, `${words} [chunk:e1].`),
  );

  test('reach to the next heading of the same or a higher level', () => {
    expect(layOut(answerState(text, claims))).toEqual([
      ['c0: It is salt [e1].'],
      {
        folded: 'Also relevant (2)',
        parts: [{ list: [[['c1: Pepper [e1].']]] }, { h4: ['Herbs'] }, ['c2: Thyme [e1].']],
      },
      { folded: 'Tests (1)', parts: [['c3: A test [e1].']] },
      { h3: ['Its history'] },
      ['c4: It was sugar [e1].'],
    ]);
  });

  test('have exactly these headings', () => {
    for (const heading of ['### Tests', '## Tests (1)', '### More tests (1)', '### Also relevant (x)'])
      expect(JSON.stringify(layOut(answerState(`${heading}\n\nText.`, [])))).not.toContain('folded');
  });
});

describe('cards', () => {
  const claims = [writtenClaim('c1', 'One.'), writtenClaim('c2', '- Two.'), writtenClaim('c3', '- Three.')];
  const text = 'One.\n\n- Two.\n- Three.';

  test('that arrive early follow the first claim', () => {
    const early = [card('graph'), card('table')].reduce(addCard, answerState('', []));
    const state = [
      { type: 'text-delta' as const, id: 't', delta: text },
      ...claims.map((data) => ({ type: 'data-claim' as const, id: data.id, data })),
    ].reduce(reduceAnswer, early);
    expect(layOut(early, true)).toEqual([]);
    expect(layOut(early)).toEqual(['graph', 'table']);
    expect(layOut(state)).toEqual([
      ['c1: One.'],
      'graph',
      'table',
      { list: [[['c2: Two.']], [['c3: Three.']]] },
    ]);
  });

  test('that arrive later follow the claims before them, within a list', () => {
    const state = addCard(answerState(text, claims.slice(0, 2)), card('table'));
    const whole = reduceAnswer(state, { type: 'data-claim', id: 'c3', data: writtenClaim('c3', '- Three.') });
    expect(layOut(whole)).toEqual([
      ['c1: One.'],
      { list: [[['c2: Two.']]] },
      'table',
      { list: [[['c3: Three.']]] },
    ]);
    expect(layOut(addCard(whole, card('table')))).toEqual(layOut(whole));
  });

  test('with a timeline follow the first claim about the history', () => {
    const timeline: Card = {
      type: 'timeline',
      id: 'history',
      title: '',
      query: '/v1',
      total: 1,
      truncated: false,
      entries: [],
    };
    const written = [writtenClaim('c1', 'Code [chunk:e1].'), writtenClaim('c2', 'Commit [chunk:e2].')];
    const state = (count: number) =>
      addCard(
        answerState('Code [chunk:e1].\n\nCommit [chunk:e2].', written.slice(0, count), [
          commitEvidence('e2'),
        ]),
        timeline,
      );
    expect(layOut(state(1), true)).toEqual([['c1: Code [e1].'], ['Commit [e2…].']]);
    expect(layOut(state(2))).toEqual([['c1: Code [e1].'], ['c2: Commit [e2].'], 'history']);
  });
});
