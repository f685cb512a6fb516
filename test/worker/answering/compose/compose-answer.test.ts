/** Every sentence that the composer writes passes the checks; wording is not part of its contract. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideClaim } from '../../../../worker/answering/claims/decide-claim.ts';
import { composeAnswer, type Material } from '../../../../worker/answering/compose/compose-answer.ts';
import { parseClaim } from '../../../../worker/answering/claim-text/parse-claim.ts';
import { createClaimReader, type ReadClaim } from '../../../../worker/answering/claim-text/read-claims.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import { createEvidence } from '../../../support/samples/evidence.ts';
import { generateMaterials } from '../../../support/samples/materials.ts';
import { chunkRow, symbolRow } from '../../../support/samples/questions.ts';

const question = readQuestion('How are the chunks of a file joined?');
const weight = (word: string): number => (word === 'joined' ? 2 : 1);

const compose = (material: readonly Material[]): string =>
  [...composeAnswer(question, material, weight)].join('');

function readClaims(text: string): readonly ReadClaim[] {
  const reader = createClaimReader();
  return [...reader.add(text), ...reader.end()];
}

/** What each claim quotes, writes as code and cites, without its wording. */
function readContent(text: string) {
  return readClaims(text).map((claim) => {
    const { quotes, code, citations } = parseClaim(claim.text);
    return { quotes, code, citations };
  });
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

const answerFromProse = (text: string, file: string, headings: readonly string[] = []): string => {
  const endLine = file.split('\n').length - 1;
  const at = { path: 'docs/guide.md', startLine: 1, endLine, score: 1 };
  const subject = chunkRow(at.path, { ...at, metadata: { defines: [], headings } });
  const item = {
    use: 'passage',
    subject,
    ...at,
    evidence: createEvidence({ file, ...at }),
  } as const;
  return [...composeAnswer(readQuestion(text), [item], weight)].join('');
};

describe('composeAnswer', () => {
  it('cites the position, signature and documentation of a definition', () => {
    const text = compose([{ use: 'definition', subject: symbol, whole: true, ...place, evidence }]);
    expect(readContent(text)).toEqual([
      { quotes: [], code: ['Store.join', 'src/chunks.py'], citations: ['e1'] },
      { quotes: [], code: ['def join(chunks, sep="")'], citations: ['e1'] },
      { quotes: ['Joins the chunks of a file. The order is theirs.'], code: [], citations: ['e1'] },
    ]);
    expect(text).toContain('lines 3–6');
    expect(text).not.toContain('No more is said');
  });

  it('quotes the code of a short definition without documentation', () => {
    const file = 'class Store:\n    def join(self, chunks):\n        return "".join(chunks)\n';
    const lines = { path: 'src/store.py', startLine: 2, endLine: 3 };
    const subject = symbolRow(lines.path, 'Store.join', 2, { endLine: 3, documentation: '' });
    const cited = createEvidence({ file, ...lines, symbol: 'Store.join' });
    const text = compose([{ use: 'definition', subject, whole: true, ...lines, score: 1, evidence: cited }]);
    expect(text).toContain('\ndef join(self, chunks):\n    return "".join(chunks)\n');
    expect(text).not.toContain('is declared as');
    const states = readClaims(text).map((claim) => decideClaim(claim, new Map([['e1', cited]])).state);
    expect(states).toEqual(['verified', 'verified']);
  });

  it('cites the length and opening of a file, and each name at its own line', () => {
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
        subject: file,
        symbols: [],
        path: file.path,
        startLine: 1,
        endLine: 6,
        score: 1,
        evidence: whole,
      },
      { use: 'member', subject: symbol, path: file.path, startLine: 3, endLine: 3, score: 1, evidence: line },
    ]);
    expect(readContent(text)).toEqual([
      { quotes: ['Chunks and files.'], code: ['src/chunks.py'], citations: ['e1'] },
      { quotes: [], code: ['src/chunks.py', 'join'], citations: ['e2'] },
    ]);
    expect(text).toContain('6 lines');
  });

  it('quotes the best sentence of prose, with its heading if the span contains it', () => {
    const file = '## Joining\n\nFirst of all. Chunks of a file are joined in order! Then done.\n';
    const prose = createEvidence({ file, path: 'docs/guide.md' });
    const chunk = chunkRow('docs/guide.md', {
      startLine: 1,
      endLine: 3,
      metadata: { defines: [], headings: ['Guide', 'Joining'] },
    });
    const item = {
      use: 'passage',
      subject: chunk,
      path: 'docs/guide.md',
      startLine: 1,
      endLine: 3,
      score: 1,
    } as const;
    expect(readContent(compose([{ ...item, evidence: prose }]))).toEqual([
      {
        quotes: ['Joining', 'Chunks of a file are joined in order!'],
        code: ['docs/guide.md'],
        citations: ['e1'],
      },
    ]);
    const later = createEvidence({ file, path: 'docs/guide.md', startLine: 3, endLine: 3 });
    expect(compose([{ ...item, startLine: 3, evidence: later }])).not.toContain('Joining');
  });

  it('uses the nearest heading, not the heading at the start of the chunk', () => {
    const file =
      '# Parcel\n\nPacks files.\n\n```sh\n# not a heading\n```\n\nInstalling\n----------\n\nAll chunks are joined once it is installed.\n';
    const prose = createEvidence({ file, path: 'docs/guide.md' });
    const subject = chunkRow('docs/guide.md', {
      endLine: 12,
      metadata: { defines: [], headings: ['Parcel'] },
    });
    const item = {
      use: 'passage',
      subject,
      path: subject.path,
      startLine: 1,
      endLine: 12,
      score: 1,
    } as const;
    expect(readContent(compose([{ ...item, evidence: prose }]))).toMatchObject([
      { quotes: ['Installing', 'All chunks are joined once it is installed.'] },
    ]);
  });

  it('shows a one-line sample within the sentence that introduces it', () => {
    const file =
      '## Installing\n\nLanterns are old.\n\nTo install a lantern, run:\n\n```sh\nquay install lantern\n```\n';
    expect(readContent(answerFromProse('How do I install a lantern?', file))).toEqual([
      {
        quotes: ['Installing', 'To install a lantern, run:'],
        code: ['docs/guide.md', 'quay install lantern'],
        citations: ['e1'],
      },
    ]);
  });

  it('shows a longer sample as a separate block, which is a verified claim', () => {
    const sample = 'lantern = Lantern()\n\nlantern.light()';
    const file = `## Lighting\n\nYou can light a lantern by hand.\n\nFor example:\n\n\`\`\`python\n${sample}\n\`\`\`\n`;
    const claims = readClaims(answerFromProse('How do I light a lantern?', file));
    expect(claims[0]?.text).toContain('“You can light a lantern by hand.”');
    expect(claims.slice(1).map(({ text }) => text)).toEqual([`\`\`\`python\n${sample}\n\`\`\`\n[chunk:e1]`]);
    const issued = new Map([['e1', createEvidence({ file, path: 'docs/guide.md' })]]);
    expect(claims.map((claim) => decideClaim(claim, issued).state)).toEqual(['verified', 'verified']);
  });

  it('quotes a sentence with curly quotation marks in straight quotation marks', () => {
    const text = answerFromProse('What is a wick?', 'A wick is also called the “heart” of a lantern.\n');
    expect(text).toContain('"A wick is also called the “heart” of a lantern."');
    const issued = new Map([
      [
        'e1',
        createEvidence({ file: 'A wick is also called the “heart” of a lantern.\n', path: 'docs/guide.md' }),
      ],
    ]);
    expect(readClaims(text).map((claim) => decideClaim(claim, issued).state)).toEqual(['verified']);
  });

  it('is empty without material', () => expect(compose([])).toBe(''));
});

describe('composeAnswer with arbitrary material', () => {
  it('writes only sentences that are read as one claim and verified', () => {
    let verified = 0;
    fc.assert(
      fc.property(generateMaterials(question), (material) => {
        const issued = new Map(material.map((item) => [item.evidence.id, item.evidence]));
        const written = [...composeAnswer(question, material, weight)];
        const claims = readClaims(written.join(''));
        expect(claims.length).toBe(written.length);
        for (const claim of claims) {
          const { state, checks } = decideClaim(claim, issued);
          expect({ text: claim.text, state, failed: checks.filter((check) => !check.passed) }).toEqual({
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

  it('yields the same claims when streamed by sentence and when read at once', () => {
    fc.assert(
      fc.property(generateMaterials(question), (material) => {
        const reader = createClaimReader();
        const streamed = [...composeAnswer(question, material, weight)].flatMap((delta) => reader.add(delta));
        expect([...streamed, ...reader.end()]).toEqual(readClaims(compose(material)));
      }),
      { numRuns: 200 },
    );
  });
});
