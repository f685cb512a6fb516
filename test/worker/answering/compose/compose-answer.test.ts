/** The embedded answerer says nothing the checks would not verify. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scoreClaim } from '../../../../worker/answering/claims/score-claim.ts';
import { composeAnswer, type Material } from '../../../../worker/answering/compose/compose-answer.ts';
import { createClaimReader, type ReadClaim } from '../../../../worker/answering/claim-text/read-claims.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import { createEvidence } from '../../../support/samples/evidence.ts';
import { materials } from '../../../support/samples/materials.ts';
import { chunkRow, symbolRow } from '../../../support/samples/questions.ts';

const question = readQuestion('How are the chunks of a file joined?');
const weight = (word: string): number => (word === 'joined' ? 2 : 1);

const compose = (material: readonly Material[]): string =>
  [...composeAnswer(question, material, weight)].join('');

function claimsOf(text: string): readonly ReadClaim[] {
  const reader = createClaimReader();
  return [...reader.add(text), ...reader.end()];
}

const source = `"""Chunks and files."""

def join(chunks, sep=""):
    """Joins the chunks of a file. The order is theirs. No more is said."""
    # Chunks are lossless.
    return sep.join(chunk.raw for chunk in chunks)
`;
const symbol = symbolRow('src/chunks.py', 'Store.join', 3, {
  kind: 'method',
  endLine: 6,
  signature: 'def join(chunks, sep="")',
  documentation: 'Joins the chunks of a file. The order is theirs. No more is said.',
});
const place = { path: 'src/chunks.py', startLine: 3, endLine: 6, score: 1 };
const evidence = createEvidence({ file: source, ...place, symbol: 'Store.join' });

const passage = (file: string, symbols: Partial<Parameters<typeof symbolRow>[3]>[] = []): string => {
  const endLine = file.split('\n').length - 1;
  const at = { path: 'src/join.ts', startLine: 1, endLine, score: 1 };
  return compose([
    {
      use: 'passage',
      of: chunkRow(at.path, { ...at, metadata: { defines: [] } }),
      symbols: symbols.map((more) => symbolRow(at.path, 'Joined', more?.nameLine ?? 1, more)),
      ...at,
      evidence: createEvidence({ file, ...at }),
    },
  ]);
};

const prose = (asked: string, file: string, headings: readonly string[] = []): string => {
  const endLine = file.split('\n').length - 1;
  const at = { path: 'docs/guide.md', startLine: 1, endLine, score: 1 };
  const of = chunkRow(at.path, { ...at, metadata: { defines: [], headings } });
  const item = { use: 'passage', of, symbols: [], ...at, evidence: createEvidence({ file, ...at }) } as const;
  return [...composeAnswer(readQuestion(asked), [item], weight)].join('');
};

describe('an answer', () => {
  it('tells a definition by where it stands, how it is declared and what its documentation says', () => {
    expect(compose([{ use: 'definition', of: symbol, whole: true, ...place, evidence }])).toBe(
      [
        '`Store.join` is a method in `src/chunks.py`, lines 3–6 [chunk:e1].',
        'It is declared as `def join(chunks, sep="")` [chunk:e1].',
        'Its documentation says: “Joins the chunks of a file. The order is theirs.” [chunk:e1].',
        '',
      ].join('\n\n'),
    );
  });

  it('tells a passage by what it is documented to do and the line that answers', () => {
    const chunk = chunkRow('src/chunks.py', {
      ...place,
      symbol: 'Store.join',
      metadata: { defines: ['Store.join'], documentation: symbol.documentation },
    });
    const symbols = [{ ...symbol, documentationLines: { startLine: 3, endLine: 6 } }];
    expect(compose([{ use: 'passage', of: chunk, symbols, ...place, evidence }])).toBe(
      [
        '`Store.join` in `src/chunks.py`, lines 3–6, is documented: “Joins the chunks of a file.” [chunk:e1].',
        'It is declared as `def join(chunks, sep="")` [chunk:e1].',
        '',
      ].join('\n\n'),
    );
  });

  it('tells a file by its length, its opening and the names it defines, each cited at its own line', () => {
    const whole = createEvidence({ file: source, id: 'e1', path: 'src/chunks.py' });
    const line = createEvidence({
      file: source,
      id: 'e2',
      path: 'src/chunks.py',
      startLine: 3,
      endLine: 3,
      symbol: 'join',
    });
    const file = chunkRow('src/chunks.py', { lines: 6 });
    const text = compose([
      {
        use: 'file',
        of: file,
        symbols: [],
        path: file.path,
        startLine: 1,
        endLine: 6,
        score: 1,
        evidence: whole,
      },
      { use: 'member', of: symbol, path: file.path, startLine: 3, endLine: 3, score: 1, evidence: line },
    ]);
    expect(text).toBe(
      '`src/chunks.py` is a python file of 6 lines and opens with: “Chunks and files.” [chunk:e1].\n\n' +
        '`src/chunks.py` defines `join` [chunk:e2].\n\n',
    );
  });

  it.each([
    ['a list of imports', "import {\n  chunksJoined,\n  fileOfChunks,\n} from './chunks.ts';\n"],
    ['a list of imports in brackets', 'from chunks import (\n    chunks_joined,\n    file_of_chunks,\n)\n'],
    ['a list of exports', "export {\n  chunksJoined,\n  fileOfChunks,\n} from './chunks.ts';\n"],
    ['a closing bracket', '): readonly JoinedChunks[] {\n}\n'],
    ['a parameter', '  chunks: readonly JoinedChunk[],\n'],
    ['parameters taken apart', '  { chunks, joined }: JoinedChunks,\n'],
    ['a comment of several lines', '<!--\n  Chunks of a file are joined by it.\n-->\n'],
    ['a licence', '/* Copyright (c) 2021 Chunks joined of files. All rights reserved. */\n'],
  ])('says nothing of %s', (_, file) => expect(passage(file)).toBe(''));

  it('says what a definition is called only where nothing else is said of it', () => {
    const file =
      '/** What is joined of a file. */\nexport interface Joined {\n  readonly joined: string;\n}\n';
    const symbol = {
      nameLine: 2,
      endLine: 4,
      kind: 'interface',
      signature: 'export interface Joined',
    } as const;
    const documented = {
      ...symbol,
      documentation: 'What is joined of a file.',
      documentationLines: { startLine: 1, endLine: 1 },
    };
    expect(passage(file, [documented])).toContain('is documented: “What is joined of a file.”');
    expect(passage(file, [documented])).not.toContain('export interface');
    expect(passage(file, [symbol])).toContain('export interface Joined');
  });

  it('says what it quotes of the definition it lies in, never of a neighbour', () => {
    const file =
      '/** Tries before a job fails. */\nconst most = 5;\nconst handlers = { join };\nfunction fold(chunks) {\n  return join(chunks);\n}\n';
    const whole = createEvidence({ file, path: 'a.ts', symbol: 'handlers' });
    const chunk = chunkRow('a.ts', {
      startLine: 1,
      endLine: 6,
      symbol: 'handlers',
      metadata: { defines: ['handlers'] },
    });
    const most = symbolRow('a.ts', 'most', 2, {
      endLine: 2,
      documentation: 'Tries before a job fails.',
      documentationLines: { startLine: 1, endLine: 1 },
    });
    const symbols = [
      most,
      symbolRow('a.ts', 'handlers', 3, { endLine: 3 }),
      symbolRow('a.ts', 'fold', 4, { endLine: 6 }),
    ];
    const text = compose([
      {
        use: 'passage',
        of: chunk,
        symbols,
        path: 'a.ts',
        startLine: 1,
        endLine: 6,
        score: 1,
        evidence: whole,
      },
    ]);
    expect(text).toContain('`most` in `a.ts`, lines 1–6, is documented: “Tries before a job fails.”');
    expect(text).not.toContain('`handlers` in');
    expect(text).toContain('`fold` in `a.ts`, lines 1–6, reads at line');
  });

  it('tells prose by its best sentence, under its heading where that is shown', () => {
    const file = '## Joining\n\nFirst of all. Chunks of a file are joined in order! Then done.\n';
    const prose = createEvidence({ file, path: 'docs/guide.md' });
    const chunk = chunkRow('docs/guide.md', {
      startLine: 1,
      endLine: 3,
      metadata: { defines: [], headings: ['Guide', 'Joining'] },
    });
    const wanted = {
      use: 'passage',
      of: chunk,
      symbols: [],
      path: 'docs/guide.md',
      startLine: 1,
      endLine: 3,
      score: 1,
    } as const;
    expect(compose([{ ...wanted, evidence: prose }])).toBe(
      '`docs/guide.md`, lines 1–3, under “Joining”, says: “Chunks of a file are joined in order!” [chunk:e1].\n\n',
    );
    const later = createEvidence({ file, path: 'docs/guide.md', startLine: 3, endLine: 3 });
    expect(compose([{ ...wanted, startLine: 3, evidence: later }])).not.toContain('under');
  });

  it('tells prose by the heading it stands under, not by the one its piece begins with', () => {
    const file =
      '# Parcel\n\nPacks files.\n\n```sh\n# not a heading\n```\n\nInstalling\n----------\n\nAll chunks are joined once it is installed.\n';
    const prose = createEvidence({ file, path: 'docs/guide.md' });
    const of = chunkRow('docs/guide.md', { endLine: 12, metadata: { defines: [], headings: ['Parcel'] } });
    const wanted = {
      use: 'passage',
      of,
      symbols: [],
      path: of.path,
      startLine: 1,
      endLine: 12,
      score: 1,
    } as const;
    expect(compose([{ ...wanted, evidence: prose }])).toContain(
      'under “Installing”, says: “All chunks are joined once it is installed.”',
    );
  });

  it('shows a sample of one line within the sentence that leads to it', () => {
    const file =
      '## Installing\n\nLanterns are old.\n\nTo install a lantern, run:\n\n```sh\nquay install lantern\n```\n';
    expect(prose('How do I install a lantern?', file)).toBe(
      '`docs/guide.md`, lines 1–9, under “Installing”, says: “To install a lantern, run:”, and shows: `quay install lantern` [chunk:e1].\n\n',
    );
  });

  it('shows a longer sample as a block of its own, which is a claim that is checked', () => {
    const sample = 'lantern = Lantern()\n\nlantern.light()';
    const file = `## Lighting\n\nYou can light a lantern by hand.\n\nFor example:\n\n\`\`\`python\n${sample}\n\`\`\`\n`;
    const claims = claimsOf(prose('How do I light a lantern?', file));
    expect(claims.map(({ text }) => text)).toEqual([
      '`docs/guide.md`, lines 1–11, under “Lighting”, says: “You can light a lantern by hand.” [chunk:e1].',
      `\`\`\`python\n${sample}\n\`\`\`\n[chunk:e1]`,
    ]);
    const issued = new Map([['e1', createEvidence({ file, path: 'docs/guide.md' })]]);
    expect(claims.map((claim) => scoreClaim(claim, issued).state)).toEqual(['verified', 'verified']);
  });

  it('quotes a sentence with curved marks between straight ones', () => {
    const text = prose('What is a wick?', 'A wick is also called the “heart” of a lantern.\n');
    expect(text).toBe(
      '`docs/guide.md`, line 1, says: "A wick is also called the “heart” of a lantern." [chunk:e1].\n\n',
    );
    const issued = new Map([
      [
        'e1',
        createEvidence({ file: 'A wick is also called the “heart” of a lantern.\n', path: 'docs/guide.md' }),
      ],
    ]);
    expect(claimsOf(text).map((claim) => scoreClaim(claim, issued).state)).toEqual(['verified']);
  });

  it('of nothing is nothing', () => expect(compose([])).toBe(''));
});

describe('whatever the material', () => {
  it('every sentence is verified, and none is lost between writing and reading', () => {
    let verified = 0;
    fc.assert(
      fc.property(materials(question), (material) => {
        const issued = new Map(material.map((item) => [item.evidence.id, item.evidence]));
        const written = [...composeAnswer(question, material, weight)];
        const claims = claimsOf(written.join(''));
        expect(claims.length).toBe(written.length);
        for (const claim of claims) {
          const { state, checks } = scoreClaim(claim, issued);
          expect({ text: claim.text, state, failed: checks.filter((one) => !one.passed) }).toEqual({
            text: claim.text,
            state: 'verified',
            failed: [],
          });
          verified += 1;
        }
      }),
      { numRuns: 1_000 },
    );
    expect(verified).toBeGreaterThan(1_000);
  });

  it('the claims are the same sentence by sentence and as a whole', () => {
    fc.assert(
      fc.property(materials(question), (material) => {
        const reader = createClaimReader();
        const streamed = [...composeAnswer(question, material, weight)].flatMap((delta) => reader.add(delta));
        expect([...streamed, ...reader.end()]).toEqual(claimsOf(compose(material)));
      }),
      { numRuns: 200 },
    );
  });
});
