/** A call is told of whoever makes it: not of a definition that stands before it, nor of the file or the span that is called alike. */
import { describe, expect, it } from 'vitest';
import { scoreClaim } from '../../../../../worker/answering/claims/score-claim.ts';
import { createEvidence, type EvidenceFacts } from '../../../../support/samples/evidence.ts';

const file = `export function hashOf(bytes: Uint8Array): string {
  return digest(bytes).toString();
}

export async function send(file: File, force: boolean): Promise<void> {
  // digest is not asked for.
  if (force) await post(file);
}
`;

function stateOf(text: string, more: Partial<EvidenceFacts> = {}) {
  const issued = new Map([['e1', createEvidence({ file, path: 'src/a.ts', ...more })]]);
  return scoreClaim({ text: `${text} [chunk:e1].`, citations: ['e1'] }, issued).state;
}

describe('the caller calls it', () => {
  it.each([
    ['in its own lines', '`send` calls `post`', {}],
    ['in its own lines, at the beginning', '`hashOf` calls `digest`', {}],
    [
      'beyond the lines that name it',
      '`send` calls `post`',
      { startLine: 6, endLine: 7, symbol: 'send', nameLine: 5 },
    ],
  ])('%s', (_, text, more) => {
    expect(stateOf(text, more)).toBe('verified');
  });
});

describe('another calls it', () => {
  it.each([
    ['behind a definition that begins the lines', {}],
    ['in lines that bear the name of the first', { symbol: 'hashOf', nameLine: 1 }],
    ['in a file of that name', { path: 'src/hashOf.ts' }],
    ['in a part of a file of that name', { path: 'src/hashOf.ts', startLine: 5 }],
    ['in lines that begin within it', { startLine: 2, symbol: 'hashOf', nameLine: 1 }],
    ['behind a line of its own', { startLine: 2, symbol: 'hashOf' }],
  ])('%s', (_, more) => {
    expect(stateOf('`hashOf` calls `post`', more)).toBe('partial');
  });

  it('and what a comment speaks of is not called', () => {
    expect(stateOf('`send` calls `digest`')).toBe('partial');
  });
});
