/** A model's text as it streams: claims are emitted early, and again when more text arrives. None is lost or emitted twice. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSecretScanner } from '../../../../../worker/adapters/secret-rules/secret-scanner.ts';
import type { Claim } from '../../../../../worker/core/answers/claim.ts';
import { issueAttachmentEvidence } from '../../../../../worker/flows/answer/evidence/issue-attachment-evidence.ts';
import { createClaimEmitter } from '../../../../../worker/flows/answer/write/claim-emitter.ts';
import { createModelText } from '../../../../../worker/flows/answer/write/model-text.ts';

const stored = 'Keep sessions open between requests.';
const gauges = Array.from({ length: 70 }, (_, at) => `read_gauge(${at + 1}, harbour)\n`).join('');
const files = [{ name: 'pool.py', text: `# ${stored}\n${gauges}` }];
/** The first window of the file is `e1`, the second `e2`. */
const issued = await issueAttachmentEvidence(
  { secretScanner: createSecretScanner() },
  { files, question: 'sessions', after: 0 },
);
const evidence = new Map(issued.map((one) => [one.id, one]));

/** Streams the pieces, with a pause after those that `pausesAfter` selects. */
async function stream(pieces: readonly string[], pausesAfter: (at: number) => boolean) {
  // The cited text is an attachment, so nothing is read from a store.
  const emitter = createClaimEmitter({ chunkStore: undefined as never }, undefined as never, {
    evidence,
    facts: undefined,
    files,
  });
  const text = createModelText(emitter);
  const claims = new Map<string, Claim>();
  const states: string[] = [];
  const take = async (events: AsyncIterable<{ type: string }>): Promise<void> => {
    for await (const event of events as ReturnType<typeof text.end>)
      if (event.type === 'claim') {
        claims.set(event.claim.id, event.claim);
        states.push(`${event.claim.id} ${event.claim.state}`);
      }
  };
  for (const [at, piece] of pieces.entries()) {
    await take(text.add(piece));
    if (pausesAfter(at) && text.hasUncheckedClaim()) await take(text.checkPending());
  }
  await take(text.end());
  return { claims: [...claims.values()].map(({ text: statement, state }) => [statement, state]), states };
}
const always = () => true;

it('a citation below an emitted claim without one reopens the claim', async () => {
  const answer = await stream([`It says “${stored}”\n\n`, '[chunk:e1]', '\n\nYes.'], always);
  expect(answer.states).toEqual([
    'c1 pending',
    'c1 uncited',
    'c1 pending',
    'c1 verified',
    'c2 pending',
    'c2 uncited',
  ]);
});

it('a citation that belongs to the next claim goes there', async () => {
  const answer = await stream([`It is so.\n\n`, '[chunk:e1]', ` It says “${stored}” and more`, '.'], always);
  expect(answer.claims).toEqual([
    ['It is so.', 'uncited'],
    [`[chunk:e1] It says “${stored}” and more.`, 'verified'],
  ]);
});

it('a following list item reopens nothing', async () => {
  const answer = await stream([`- “${stored}” [chunk:e1]`, '\n- ', 'Yes.'], always);
  expect(answer.states.filter((state) => state.startsWith('c1'))).toEqual(['c1 pending', 'c1 verified']);
});

it('a moved citation does not share the last line of a code block', async () => {
  const code = '```py\nread_gauge(66, harbour)\nread_gauge(67, harbour)\n```';
  const answer = await stream([`${code}\n\n[chunk:e1]`], always);
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

it('pauses at any place lead to the same final claims', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 14 }), fc.array(fc.boolean()), async (pieces, stills) => {
      const whole = await stream([pieces.join('')], () => false);
      expect((await stream(pieces, (at) => stills[at] === true)).claims).toEqual(whole.claims);
    }),
    { numRuns: 500 },
  );
});
