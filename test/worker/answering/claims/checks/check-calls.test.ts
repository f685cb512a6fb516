/** A call counts only for the function that makes it, not for a nearby definition or a file with the same name. */
import { describe, expect, it } from 'vitest';
import { decideClaim } from '../../../../../worker/answering/claims/decide-claim.ts';
import { createEvidence, type EvidenceFacts } from '../../../../support/samples/evidence.ts';

const file = `export function hashOf(bytes: Uint8Array): string {
  return digest(bytes).toString();
}

export async function send(file: File, force: boolean): Promise<void> {
  // digest is not asked for.
  if (force) await post(file);
}
`;

function checkState(text: string, more: Partial<EvidenceFacts> = {}) {
  const issued = new Map([['e1', createEvidence({ file, path: 'src/a.ts', ...more })]]);
  return decideClaim({ text: `${text} [chunk:e1].`, citations: ['e1'] }, issued).state;
}

describe('verifies the function that makes the call', () => {
  it.each([
    ['in its own lines', '`send` calls `post`', {}],
    ['in its own lines, at the beginning', '`hashOf` calls `digest`', {}],
    [
      'beyond the lines that name it',
      '`send` calls `post`',
      { startLine: 6, endLine: 7, symbol: 'send', nameLine: 5 },
    ],
  ])('%s', (_, text, more) => {
    expect(checkState(text, more)).toBe('verified');
  });
});

describe('rejects another function as the caller', () => {
  it.each([
    ['after a definition at the start of the lines', {}],
    ['in lines with the name of the first', { symbol: 'hashOf', nameLine: 1 }],
    ['in a file of that name', { path: 'src/hashOf.ts' }],
    ['in a part of a file of that name', { path: 'src/hashOf.ts', startLine: 5 }],
    ['in lines that begin within it', { startLine: 2, symbol: 'hashOf', nameLine: 1 }],
    ['after its first line', { startLine: 2, symbol: 'hashOf' }],
  ])('%s', (_, more) => {
    expect(checkState('`hashOf` calls `post`', more)).toBe('partial');
  });

  it('ignores names in comments', () => {
    expect(checkState('`send` calls `digest`')).toBe('partial');
  });
});
