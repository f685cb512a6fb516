/** A model's text as it comes: claims are told when they stand, and again when more of them comes; none is lost and none told twice. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Claim } from '../../../../worker/core/answer.ts';
import { createSecretScanner } from '../../../../worker/adapters/secret-rules/secret-scanner.ts';
import { createClaimTeller } from '../../../../worker/flows/claim-teller.ts';
import { createModelText } from '../../../../worker/flows/generation/tell-model-text.ts';
import { issueAttachmentEvidence } from '../../../../worker/flows/issue-attachment-evidence.ts';

const held = 'Keep sessions open between requests.';
const gauges = Array.from({ length: 70 }, (_, at) => `read_gauge(${at + 1}, harbour)\n`).join('');
const files = [{ name: 'pool.py', text: `# ${held}\n${gauges}` }];
/** The first window of the file is `e1`, the other `e2`. */
const issued = await issueAttachmentEvidence(
  { secretScanner: createSecretScanner() },
  { files, question: 'sessions', after: 0 },
);
const evidence = new Map(issued.map((one) => [one.id, one]));

/** Told piece by piece; where `still` says so the text stands still behind a piece. */
async function tell(pieces: readonly string[], still: (at: number) => boolean) {
  // What is cited came with the question: nothing is read from a store.
  const teller = createClaimTeller({ chunkStore: undefined as never }, undefined as never, {
    evidence,
    facts: undefined,
    files,
  });
  const text = createModelText(teller);
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
    if (still(at) && text.hasStanding()) await take(text.still());
  }
  await take(text.end());
  return { claims: [...claims.values()].map(({ text: said, state }) => [said, state]), states };
}
const always = () => true;

it('a citation below a claim that was told without one opens it again', async () => {
  const told = await tell([`It says “${held}”\n\n`, '[chunk:e1]', '\n\nYes.'], always);
  expect(told.states).toEqual([
    'c1 pending',
    'c1 uncited',
    'c1 pending',
    'c1 verified',
    'c2 pending',
    'c2 uncited',
  ]);
});

it('a citation that turns out to belong to the next claim goes there', async () => {
  const told = await tell([`It is so.\n\n`, '[chunk:e1]', ` It says “${held}” and more`, '.'], always);
  expect(told.claims).toEqual([
    ['It is so.', 'uncited'],
    [`[chunk:e1] It says “${held}” and more.`, 'verified'],
  ]);
});

it('an item that follows opens nothing again', async () => {
  const told = await tell([`- “${held}” [chunk:e1]`, '\n- ', 'Yes.'], always);
  expect(told.states.filter((state) => state.startsWith('c1'))).toEqual(['c1 pending', 'c1 verified']);
});

it('code whose citation is moved keeps its last line to itself', async () => {
  const code = '```py\nread_gauge(66, harbour)\nread_gauge(67, harbour)\n```';
  const told = await tell([`${code}\n\n[chunk:e1]`], always);
  expect(told.claims).toEqual([[`${code}\n[chunk:e3]`, 'repaired']]);
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
  `“${held}”`,
  '\n### It is so\n',
  '\n### Title\n',
);

it('wherever it stands still, its claims end the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 14 }), fc.array(fc.boolean()), async (pieces, stills) => {
      const whole = await tell([pieces.join('')], () => false);
      expect((await tell(pieces, (at) => stills[at] === true)).claims).toEqual(whole.claims);
    }),
    { numRuns: 500 },
  );
});
