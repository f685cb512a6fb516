/** Creates evidence by hand: lines of a file with every field that a check reads, and commits. */

import type { Answer } from '../../../worker/contract/answers/schema.ts';
import type { SpanEvidence, CommitEvidence } from '../../../worker/contract/answers/evidence.ts';
import type { Evidence } from '../../../worker/core/answers/evidence.ts';
import { splitLines } from '../../../worker/core/text/decode-text.ts';

export interface EvidenceFacts extends Partial<Evidence> {
  readonly file: string;
  readonly startLine?: number;
  readonly endLine?: number;
}

export function createEvidence({ file, ...overrides }: EvidenceFacts): Evidence {
  const fileLines = splitLines(file);
  const startLine = overrides.startLine ?? 1;
  const endLine = overrides.endLine ?? fileLines.length;
  return {
    id: 'e1',
    path: 'src/app.py',
    startLine,
    endLine,
    language: 'python',
    kind: 'code',
    fileHash: 'f'.repeat(64),
    intact: true,
    spanHash: 'a'.repeat(64),
    text: fileLines.slice(startLine - 1, endLine).join(''),
    fileLines,
    commit: 'c0ffee',
    url: '/r/x/files/src/app.py',
    symbol: undefined,
    score: 1,
    rank: undefined,
    scores: {},
    ...overrides,
  };
}

/** Returns the evidence of an answer that consists of lines of files. */
export function getSpans({ evidence }: Pick<Answer, 'evidence'>): readonly SpanEvidence[] {
  return evidence.filter((item): item is SpanEvidence => item.kind === 'code' || item.kind === 'docs');
}

const commit = '6f948e95b4ab90e473a5406c1abfb2c11312b0ea';

/** Creates a commit as evidence in an API response. */
export function commitEvidence(id: string, overrides: Partial<CommitEvidence> = {}): CommitEvidence {
  return {
    id,
    kind: 'commit',
    commit,
    hash: 'h',
    text: `commit ${commit}\nAuthor: Ann\nDate: 2024-03-09\n\nSound the bell twice (#7)\r\n\r\nOnce was not heard.\n`,
    subject: 'Sound the bell twice (#7)',
    author: 'Ann',
    date: '2024-03-09T23:30:00.000Z',
    pullRequest: { number: 7, title: null },
    issues: [],
    origins: [],
    url: `/r/r1/commits/${commit}?version=s1`,
    score: 1,
    ...overrides,
  };
}
