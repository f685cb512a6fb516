/** Streams a model's text: claims are emitted early, and again if more text arrives. No claim is lost or duplicated. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSecretScanner } from '../../../../../worker/adapters/secret-rules/secret-scanner.ts';
import type { Claim } from '../../../../../worker/core/answers/claim.ts';
import { issueAttachmentEvidence } from '../../../../../worker/flows/answer/evidence/issue-attachment-evidence.ts';
import { createClaimEmitter } from '../../../../../worker/flows/answer/write/claim-emitter.ts';
import { createModelText } from '../../../../../worker/flows/answer/write/model-text.ts';

const stored = 'Keep sessions open between requests.';
const gauges = Array.from({ length: 70 }, (_, index) => `read_gauge(${index + 1}, harbour)\n`).join('');
const files = [{ name: 'pool.py', text: `# ${stored}\n${gauges}` }];
/** The first window of the file is `e1`, the second `e2`. */
const issued = await issueAttachmentEvidence(
  { secretScanner: createSecretScanner() },
  { files, question: 'sessions', after: 0 },
);
const evidence = new Map(issued.map((item) => [item.id, item]));

/** Streams the pieces, with a pause after each piece that `pausesAfter` selects. */
async function stream(pieces: readonly string[], pausesAfter: (index: number) => boolean) {
  // The cited text is an attachment, so nothing is read from a store.
  const emitter = createClaimEmitter({ chunkStore: undefined as never }, undefined as never, {
    evidence,
    facts: undefined,
    files,
  });
  const text = createModelText(emitter);
  const claims = new Map<string, Claim>();
  const states: string[] = [];
  const collect = async (events: AsyncIterable<{ type: string }>): Promise<void> => {
    for await (const event of events as ReturnType<typeof text.end>)
      if (event.type === 'claim') {
        claims.set(event.claim.id, event.claim);
        states.push(`${event.claim.id} ${event.claim.state}`);
      }
  };
  for (const [index, piece] of pieces.entries()) {
    await collect(text.add(piece));
    if (pausesAfter(index) && text.hasUncheckedClaim()) await collect(text.checkPending());
  }
  await collect(text.end());
  return { claims: [...claims.values()].map(({ text: statement, state }) => [statement, state]), states };
}
const pauseAlways = () => true;

it('reopens an uncited claim when a citation follows below it', async () => {
  const answer = await stream([`It says “${stored}”\n\n`, '[chunk:e1]', '\n\nYes.'], pauseAlways);
  expect(answer.states).toEqual([
    'c1 pending',
    'c1 uncited',
    'c1 pending',
    'c1 verified',
    'c2 pending',
    'c2 uncited',
  ]);
});

it('assigns a citation to the next claim if it belongs there', async () => {
  const answer = await stream(
    [`It is so.\n\n`, '[chunk:e1]', ` It says “${stored}” and more`, '.'],
    pauseAlways,
  );
  expect(answer.claims).toEqual([
    ['It is so.', 'uncited'],
    [`[chunk:e1] It says “${stored}” and more.`, 'verified'],
  ]);
});

it('does not reopen a claim when a list item follows', async () => {
  const answer = await stream([`- “${stored}” [chunk:e1]`, '\n- ', 'Yes.'], pauseAlways);
  expect(answer.states.filter((state) => state.startsWith('c1'))).toEqual(['c1 pending', 'c1 verified']);
});

it('puts a moved citation below a code block, not on its last line', async () => {
  const code = '```py\nread_gauge(66, harbour)\nread_gauge(67, harbour)\n```';
  const answer = await stream([`${code}\n\n[chunk:e1]`], pauseAlways);
  expect(answer.claims).toEqual([[`${code}\n[chunk:e3]`, 'repaired']]);
});

const piece = fc.constantFrom(
  'It is so',
  '.',
  ' ',
  '\n',
  '\n\n',
  '\n- ',
  '\n```\n',
  '[chunk:e1]',
  '[e',
  `“${stored}”`,
  '\n### It is so\n',
  '\n### Title\n',
);

it('produces the same final claims wherever the stream pauses', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 14 }), fc.array(fc.boolean()), async (pieces, pauses) => {
      const whole = await stream([pieces.join('')], () => false);
      expect((await stream(pieces, (index) => pauses[index] === true)).claims).toEqual(whole.claims);
    }),
    { numRuns: 500 },
  );
});
