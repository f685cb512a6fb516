/** Answers of quoted blocks: what comes first, what is folded, and that every claim passes the checks. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkClaim } from '../../../../../worker/answering/claims/check-claim.ts';
import { createClaimReader } from '../../../../../worker/answering/claim-text/read-claims.ts';
import {
  composeExcerpts,
  type ExcerptAnswer,
  type ExcerptMaterial,
} from '../../../../../worker/answering/compose/excerpts/compose-excerpts.ts';
import type { Evidence } from '../../../../../worker/core/answers/evidence.ts';
import { sanitizeText } from '../../../../../worker/answering/sanitize/sanitize-text.ts';
import { createEvidence } from '../../../../support/samples/evidence.ts';

const file = `class Kiln:
    """Fires pots in the order of their size."""

    def fire(self, pot):
        # Cold pots crack, so they are warmed first.
        if pot.is_cold:
            self.warm(pot)
        return self.burn(pot, hours=8)

    def warm(self, pot):
        pot.temperature = 60

    def burn(self, pot, hours):
        return Glaze(pot, hours)
`;
const path = 'src/kiln.py';
const cite = (id: string, startLine: number, endLine: number, symbol?: string): Evidence =>
  createEvidence({ file, path, id, startLine, endLine, symbol });

const block = cite('e1', 6, 8, 'Kiln.fire');
const fire: ExcerptMaterial = {
  name: 'Kiln.fire',
  path,
  blocks: [block],
  sentence: undefined,
  heading: undefined,
  sample: undefined,
};
const empty: ExcerptAnswer = {
  excerpts: [],
  steps: [],
  omitted: [],
  missing: undefined,
  others: [],
  isLikely: true,
};
const compose = (answer: Partial<ExcerptAnswer>): string =>
  [...composeExcerpts({ ...empty, ...answer })].join('');

function readStates(text: string, ...items: readonly Evidence[]): readonly string[] {
  const reader = createClaimReader();
  const evidence = new Map(items.map((item) => [item.id, item]));
  return [...reader.add(sanitizeText(text)), ...reader.end()].map(
    (claim) => checkClaim(claim, evidence).state,
  );
}

describe('the first sentence', () => {
  it('names parts of one definition once, with the citations of both', () => {
    const later: ExcerptMaterial = { ...fire, blocks: [cite('e2', 14, 14, 'Kiln.fire')] };
    expect(compose({ excerpts: [fire, later] })).toMatch(
      /^Look first at `Kiln\.fire` in `src\/kiln\.py` \[chunk:e1\] \[chunk:e2\]\.\n/,
    );
  });
});

describe('a quoted block', () => {
  it('is named by its definition, with its lines and without the indentation that they share', () => {
    const text = compose({ excerpts: [fire] });
    expect(text).toBe(
      'Look first at `Kiln.fire` in `src/kiln.py` [chunk:e1].\n\n`Kiln.fire`, lines 6–8:\n```python\nif pot.is_cold:\n    self.warm(pot)\nreturn self.burn(pot, hours=8)\n```\n[chunk:e1]\n\n',
    );
    expect(readStates(text, block)).toEqual(['verified', 'verified']);
  });

  it.each([
    [true, 'with the comment'],
    [false, 'documented as'],
  ])('has a sentence (comment: %s) %s, and cites its lines too', (isComment, words) => {
    const evidence = cite('e2', 5, 5);
    const quotation = '“Cold pots crack, so they are warmed first.”';
    const text = compose({ excerpts: [{ ...fire, sentence: { quotation, isComment, evidence } }] });
    expect(text).toContain(`, ${words} ${quotation}, lines 6–8:\n`);
    expect(text).toContain('[chunk:e1] [chunk:e2]');
    expect(readStates(text, block, evidence)).toEqual(['verified', 'verified']);
  });

  it('states the line of a comment that is not next to the block', () => {
    const below = cite('e1', 13, 14, 'Kiln.burn');
    const evidence = cite('e2', 5, 5);
    const quotation = '“Cold pots crack, so they are warmed first.”';
    const sentence = { quotation, isComment: true, evidence };
    const text = compose({ excerpts: [{ ...fire, name: 'Kiln.burn', blocks: [below], sentence }] });
    expect(text).toContain(`, with the comment ${quotation} at line 5, lines 13–14:\n`);
    expect(readStates(text, below, evidence)).toEqual(['verified', 'verified']);
  });

  it('cites lines once that contain both the sentence and the code', () => {
    const both = cite('e1', 5, 8, 'Kiln.fire');
    const sentence = {
      quotation: '“Cold pots crack, so they are warmed first.”',
      isComment: true,
      evidence: both,
    };
    expect(compose({ excerpts: [{ ...fire, blocks: [both], sentence }] }).split('\n```\n')[1]).toBe(
      '[chunk:e1]\n\n',
    );
  });

  it('with back-ticks inside is in a longer fence', () => {
    const notes = 'const usage = `\n```sh\nkiln fire\n````\n`;\n';
    const item = createEvidence({ file: notes, path: 'usage.ts', language: 'typescript', symbol: 'usage' });
    const text = compose({ excerpts: [{ ...fire, name: 'usage', path: 'usage.ts', blocks: [item] }] });
    expect(text).toContain('`````typescript\nconst usage');
    expect(text).toContain('`;\n`````\n');
    expect(readStates(text, item)).toEqual(['verified', 'verified']);
  });

  it('is named by its file if its lines and definition do not contain the name', () => {
    expect(compose({ excerpts: [{ ...fire, name: 'Oven.bake' }] })).toMatch(
      /^Look first at `src\/kiln\.py` \[chunk:e1\]\.\n\n`src\/kiln\.py`, lines 6–8:/,
    );
    expect(compose({ excerpts: [{ ...fire, name: undefined }] })).toMatch(
      /^Look first at `src\/kiln\.py` \[chunk:e1\]\.\n\n`src\/kiln\.py`, lines 6–8:/,
    );
  });
});

describe('documentation', () => {
  const guide = 'Firing\n======\n\nFire a pot for eight hours:\n\n    kiln fire pot\n';
  const evidence = createEvidence({
    file: guide,
    path: 'docs/fire.rst',
    language: 'restructuredtext',
    kind: 'docs',
  });
  const section: ExcerptMaterial = {
    name: undefined,
    path: 'docs/fire.rst',
    blocks: [],
    sentence: { quotation: '“Fire a pot for eight hours:”', isComment: false, evidence },
    heading: 'Firing',
    sample: { text: 'kiln fire pot', language: 'sh' },
  };

  it('is quoted under its heading with its sample', () => {
    const text = compose({ excerpts: [section] });
    expect(text).toBe(
      'Look first at `docs/fire.rst`, under “Firing” [chunk:e1].\n\n`docs/fire.rst`, under “Firing” says: “Fire a pot for eight hours:” [chunk:e1].\n\n```sh\nkiln fire pot\n```\n[chunk:e1]\n\n',
    );
    expect(readStates(text, evidence)).toEqual(['verified', 'verified', 'verified']);
  });

  it('is not placed under a heading that its lines do not contain', () => {
    expect(compose({ excerpts: [{ ...section, heading: 'Cooling' }] })).toMatch(/\n`docs\/fire\.rst` says: /);
  });

  it('without a sentence is omitted', () => {
    expect(compose({ excerpts: [{ ...section, sentence: undefined }] })).toBe('');
  });
});

describe('the first sentence', () => {
  const second = { ...fire, name: 'Kiln.burn', blocks: [cite('e2', 13, 14, 'Kiln.burn')] };

  it('names what is quoted, best first', () => {
    const text = compose({ excerpts: [fire, second] });
    expect(text.split('\n')[0]).toBe(
      'Look first at `Kiln.fire` in `src/kiln.py` [chunk:e1], then at `Kiln.burn` in `src/kiln.py` [chunk:e2].',
    );
    expect(new Set(readStates(text, block, ...second.blocks))).toEqual(new Set(['verified']));
  });

  it('warns that the code may not answer if that is likely', () => {
    const text = compose({ excerpts: [fire, second], isLikely: false });
    expect(text).toMatch(/^Nothing found is sure to answer this; the nearest code is `Kiln\.fire` in /);
    expect(text.match(/Nothing found/g)).toHaveLength(1);
    expect(text).not.toContain('Look first');
    expect(new Set(readStates(text, block, ...second.blocks))).toEqual(new Set(['verified']));
  });
});

it('quotes a second block of a definition after the first, each with its own citation', () => {
  const warm = cite('e2', 4, 5, 'Kiln.fire');
  const text = compose({ excerpts: [{ ...fire, blocks: [block, warm] }] });
  expect(text.indexOf('lines 6–8')).toBeLessThan(text.indexOf('lines 4–5'));
  expect(text).toMatch(
    /burn\(pot, hours=8\)\n```\n\[chunk:e1\]\n\n`Kiln\.fire`, lines 4–5:\n[^[]+\[chunk:e2\]/,
  );
  expect(readStates(text, block, warm)).toEqual(['verified', 'verified', 'verified']);
});

describe('a trace', () => {
  const steps = [
    { caller: 'Kiln.fire', callee: 'warm', evidence: cite('e3', 7, 7, 'Kiln.fire') },
    { caller: 'Kiln.fire', callee: 'burn', evidence: cite('e4', 8, 8, 'Kiln.fire') },
  ];

  it('is numbered steps with the line of each call, before the code', () => {
    const text = compose({ excerpts: [fire], steps });
    expect(text.split('\n').slice(2, 5)).toEqual([
      '1. `Kiln.fire` in `src/kiln.py` calls `warm` at line 7: `self.warm(pot)` [chunk:e3].',
      '2. `Kiln.fire` in `src/kiln.py` calls `burn` at line 8: `return self.burn(pot, hours=8)` [chunk:e4].',
      '',
    ]);
    expect(text.indexOf('```python')).toBeGreaterThan(text.indexOf('2. '));
    const states = readStates(text, block, ...steps.map(({ evidence }) => evidence));
    expect(states).toEqual(['verified', 'verified', 'verified', 'verified']);
  });

  it('states how many calls of a definition it omits', () => {
    const omitted = [
      { caller: 'fire', count: 2 },
      { caller: 'warm', count: 1 },
    ];
    const text = compose({ excerpts: [fire], steps, omitted });
    expect(text).toContain('\n\n(Two more calls of `fire` are not shown here.)\n\n');
    expect(text).toContain('(One more call of `warm` is not shown here.)');
    const states = readStates(text, block, ...steps.map(({ evidence }) => evidence));
    expect(states).toEqual(['verified', 'verified', 'verified', 'gap', 'gap', 'verified']);
  });

  it('states which step between two named definitions is not known', () => {
    const text = compose({ excerpts: [fire], missing: { from: 'Kiln.fire', to: 'Glaze.dry' } });
    expect(text).toContain('\n\nThe calls from `Kiln.fire` to `Glaze.dry` are not shown here.\n\n');
    expect(readStates(text, block)).toEqual(['verified', 'gap', 'verified']);
  });

  it('omits a line with back-ticks or of more than 160 characters', () => {
    for (const line of ['run(`kiln`, burn(pot))', `burn(pot, "${'x'.repeat(160)}")`]) {
      const evidence = createEvidence({ file: `${line}\n`, path, id: 'e5', symbol: 'Kiln.fire' });
      const text = compose({ steps: [{ caller: 'Kiln.fire', callee: 'burn', evidence }] });
      expect(text).toBe('1. `Kiln.fire` in `src/kiln.py` calls `burn` at line 1 [chunk:e5].\n\n');
    }
  });
});

describe('other definitions', () => {
  const warm = { name: 'Kiln.warm', evidence: cite('e6', 10, 11, 'Kiln.warm') };
  const burn = { name: 'Kiln.burn', evidence: cite('e7', 13, 14, 'Kiln.burn') };
  const kiln = { name: 'Kiln', evidence: cite('e8', 1, 2, 'Kiln') };
  const glaze = { name: 'Glaze', evidence: cite('e9', 14, 14) };

  it('are named in the first sentence up to three, and the rest in one sentence under its number', () => {
    const text = compose({ excerpts: [fire], others: [warm, burn, kiln, glaze] });
    expect(text.split('\n')[0]).toMatch(/`Kiln\.warm` in .* and `Kiln\.burn` in .*\[chunk:e7\]\.$/);
    expect(text).toContain(
      '### Also relevant (2)\n\n`Kiln` in `src/kiln.py` [chunk:e8] and `Glaze` in `src/kiln.py` [chunk:e9].\n\n',
    );
    const all = [warm, burn, kiln, glaze].map(({ evidence }) => evidence);
    expect(new Set(readStates(text, block, ...all))).toEqual(new Set(['verified']));
  });

  it('are named once, and not if they are quoted, have no name, or a name that a look-up does not find', () => {
    const quoted = { name: 'Kiln.fire', evidence: cite('e12', 4, 8, 'Kiln.fire') };
    const others = [
      quoted,
      warm,
      { ...warm, evidence: cite('e13', 10, 11, 'Kiln.warm') },
      { name: undefined, evidence: cite('e10', 1, 2) },
      { name: 'Oven', evidence: cite('e11', 10, 11) },
    ];
    const text = compose({ excerpts: [fire], others });
    expect(text.match(/`Kiln\.warm`/g)).toHaveLength(1);
    for (const omitted of ['e10', 'e11', 'e12', 'Oven', 'Also relevant']) expect(text).not.toContain(omitted);
  });
});

it('writes only claims that pass the checks, for any lines of any text', () => {
  const piece = fc.constantFrom(
    'fire',
    ' pot',
    '\n',
    '\n\n',
    '`',
    '```',
    '# ',
    '"""',
    '[1]',
    '[chunk:e9]',
    '~~~',
    '````',
    ' ',
    '\u200b',
    '&amp;',
    '(',
    '\t',
    '<b>',
    '|',
    '- ',
    '“a”',
    '1. ',
    '§',
  );
  const text = fc.array(piece, { minLength: 1, maxLength: 40 }).map((pieces) => `${pieces.join('')}\n`);
  fc.assert(
    fc.property(text, fc.boolean(), (source, isLikely) => {
      fc.pre(/\w/.test(source));
      const item = createEvidence({ file: source, path, symbol: 'fire' });
      const written = compose({ excerpts: [{ ...fire, name: 'fire', blocks: [item] }], isLikely });
      for (const state of readStates(written, item)) expect(['verified', 'cited']).toContain(state);
    }),
    { numRuns: 300 },
  );
});
