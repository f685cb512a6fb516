/** The state of a claim says what was looked up and found, and a near miss contains the lines of its words. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideClaim } from '../../../../worker/answering/claims/decide-claim.ts';
import { createClaimReader } from '../../../../worker/answering/claim-text/read-claims.ts';
import type { Evidence } from '../../../../worker/core/answers/evidence.ts';
import { createEvidence } from '../../../support/samples/evidence.ts';

const file = `import os


class Flask:
    """The flask object implements a WSGI application.

    * It routes requests.
    """

    def run(self, host=None):
        # Never use this in production,
        # it is slow.
        if "--debug" in os.environ:
            self.debug = True
        return run_simple(host, 5000)


def url_for(endpoint):
    return os.environ["URL"] + endpoint
`;
const head = createEvidence({ file, id: 'e1', startLine: 4, endLine: 8, symbol: 'Flask' });
const run = createEvidence({ file, id: 'e2', startLine: 10, endLine: 15, symbol: 'Flask.run' });
const wait = createEvidence({ file: 'wait(5000, "30 seconds")\n', id: 'e3' });
const whole = createEvidence({ file, id: 'e4', startLine: 10, endLine: 20 });
const issued = new Map([head, run, wait, whole].map((span) => [span.id, span]));

function check(text: string, evidence: ReadonlyMap<string, Evidence> = issued) {
  const reader = createClaimReader();
  const claims = [...reader.add(text), ...reader.end()];
  expect(claims).toHaveLength(1);
  return decideClaim(claims[0] ?? { text: '', citations: [] }, evidence);
}
const checkState = (text: string, evidence?: ReadonlyMap<string, Evidence>) => check(text, evidence).state;

describe('a verbatim block', () => {
  const guide = [
    '$ tool ask "Which way do lanterns turn?"',
    '[declined] Nothing here answers “that”, and nothing is guessed: 6 files were read.',
    '$ tool ask "Where is `light` called?"',
    'It was never documented; 18 lines say “how”.',
    '',
  ].join('\n');
  const lines = createEvidence({ file: guide, id: 'e7', startLine: 1, endLine: 4, symbol: undefined });

  it('is checked as code, whatever punctuation, numbers and denials it contains', () => {
    const claim = `\`\`\`\n${guide.trim()}\n\`\`\`\n[chunk:e7]`;
    expect(check(claim, new Map([['e7', lines]])).checks.filter(({ passed }) => !passed)).toEqual([]);
    const changed = claim.replace('18 lines', '19 lines');
    expect(checkState(changed, new Map([['e7', lines]]))).not.toBe('verified');
  });
});

describe('the state verified', () => {
  it.each([
    [
      'a quotation word for word',
      'It is statement: “The flask object implements a WSGI application.” [chunk:e1]',
    ],
    ['a quotation in straight marks', 'It is "a WSGI application" [chunk:e1].'],
    [
      'a quotation over the lines of a comment',
      'It warns: “Never use this in production, it is slow.” [chunk:e2]',
    ],
    ['a quotation with a list marker', 'It says: “* It routes requests.” [chunk:e1]'],
    ['a name in the lines', '`run_simple` is what it calls [chunk:e2].'],
    ['a line of code', 'It reads `if "--debug" in os.environ:` [chunk:e2].'],
    ['a block of code', '```py\nself.debug = True\nreturn run_simple(host, 5000)\n```\n[chunk:e2]'],
    ['the path, the file name and the folder', '`src/app.py`, `app.py` in `src` and `src/` [chunk:e1].'],
    ['the name the span belongs to', '`Flask.run` is slow, and `Flask` holds it [chunk:e2] [chunk:e1].'],
    ['line numbers within the cited lines', 'On lines 11–12 and line 14 stands `self.debug` [chunk:e2].'],
    ['line numbers in words', 'See lines 10 to 12, 13 and 15 of `run` [chunk:e2].'],
    ['two citations that each support one half', '`Flask` calls `run_simple` [chunk:e1] [chunk:e2].'],
    ['a citation of no source next to a real one', '`Flask` is here [chunk:e1] [chunk:none].'],
    ['a sentence of the lines', 'The flask object implements a WSGI application [chunk:e1].'],
    ['a name that the file has around the lines', '`Flask.run` reads `os.environ` [chunk:e2].'],
  ])('applies to a claim with %s', (_, text) => {
    const { checks, ...result } = check(text);
    expect(checks.filter((check) => !check.passed)).toEqual([]);
    expect(result).toMatchObject({ state: 'verified', repair: undefined });
  });
});

describe('the state uncited', () => {
  it.each([
    ['It is a web framework.'],
    ['`Flask` [chunk e1].'],
    ['It is certified by an auditor [chunk:none].'],
    ['It stores nothing outside `RedisSessionStore` [chunk:none].'],
    ['It cites `[chunk:e1]`.'],
  ])('applies to the claim %j', (text) => {
    expect(check(text)).toMatchObject({
      state: 'uncited',
      citations: [],
      checks: expect.arrayContaining([expect.objectContaining({ check: 'citation', passed: false })]),
    });
  });
});

describe('the state cited', () => {
  it.each([
    ['a paraphrase without names', 'It warns against use on public machines [chunk:e2].'],
    ['a count in words', 'Both of them are slow, for two reasons [chunk:e2].'],
    ['a word in bold', '**Yes**, it does [chunk:e1].'],
  ])('applies to %s, because nothing can be looked up', (_, text) => {
    expect(check(text)).toMatchObject({ state: 'cited', repair: undefined });
  });

  it('does not apply to an unknown citation', () => {
    expect(checkState('It is slow [chunk:e1] [chunk:e99].')).toBe('partial');
    expect(checkState('It is slow [chunk:e99].')).toBe('unsupported');
  });
});

describe('the state gap', () => {
  it.each([
    ['How it is deployed is unclear [chunk:none].'],
    ['The evidence does not show how often it restarts.'],
    ['How long it stays up is not stated in the cited lines [chunk:e2].'],
    ['The sources do not say where `SESSION_TIMEOUT` is set [chunk:none].'],
    ['Nothing in the excerpts mentions `werkzeug.serving` [chunk:e1].'],
  ])('applies to the claim %j', (text) => {
    expect(check(text)).toMatchObject({
      state: 'gap',
      checks: expect.arrayContaining([expect.objectContaining({ check: 'gap', passed: true })]),
    });
  });

  it.each([
    ['`run` calls `run_simple`; for how long it runs is not shown in the evidence [chunk:e2].', 'verified'],
    ['`run` calls `run_fast`; for how long it runs is not shown in the evidence [chunk:e2].', 'partial'],
    ['It calls `run_fast`, but the evidence does not show when [chunk:e2].', 'unsupported'],
    ['It calls `run_fast`, but the evidence does not show when [chunk:none].', 'uncited'],
    ['`run` does not show the traceback and never restarts [chunk:e2].', 'verified'],
  ])('does not hide what the claim asserts: %j is %s', (text, state) => {
    expect(checkState(text)).toBe(state);
  });
});

describe('a sentence that is marked as having no source', () => {
  const queue = createEvidence({
    id: 'e1',
    path: 'sluice/queue.py',
    file: 'MAX_ATTEMPTS = 5\nLEASE_SECONDS = 30\ndef take(self, kinds):\n    return self.store.lease_oldest(kinds)\n\ndef fail(job):\n    if job.attempt >= MAX_ATTEMPTS:\n        bury(job)\n',
  });
  const stateOf = (text: string): string =>
    decideClaim({ text: `${text} [chunk:none].`, citations: ['none'] }, new Map([['e1', queue]])).state;

  it.each([
    'It retries 5 times',
    'It retries 5 times and never gives up early',
    'It never retries more than 5 times',
    '`take` calls `lease_oldest` and never waits',
    '`take` returns a job, not a list',
    'It does not wait, but calls `bury`',
    '`fail` never waits and calls `bury` after the last attempt',
    '`take` asks `lease_oldest` until no job is due',
    '`fail` buries the job when it has no attempts left',
    'Not only `take` but also `fail` calls `bury`',
    'Nothing but `fail` calls `bury`',
    'A job is buried by `fail` after `MAX_ATTEMPTS`; why is not explained',
    'The lease lasts 30 seconds, although the evidence does not show why',
    '`fail` uses `MAX_ATTEMPTS`, which is 5, and the evidence does not show who sets it',
    'Without a doubt, `take` leases the oldest job, no matter which kind',
    'It is not `take` that buries a job: `fail` does, through `bury`',
  ])('does not hide an assertion: %s', (text) => {
    expect(stateOf(text)).toBe('uncited');
  });

  it.each([
    'Who calls `fail` is not shown',
    'Why the lease is 30 seconds is not explained',
    'There is no `retry` option',
    'No caller of `take` is visible',
    'Whether `bury` notifies anyone remains open',
    'There is no lock and no timer around `lease_oldest`',
    'Neither a timeout nor a priority is passed to `lease_oldest`',
    'The evidence does not show where it is used: neither `take` nor `fail` mentions it',
    'Redis and Postgres are not mentioned by name in the evidence',
    'It is not known how `bury` stores the job, or whether it is ever deleted',
    'I could not find a test of `fail`',
    'The format of `job.body` lies outside the evidence',
    'Deployment is not covered, and neither is monitoring',
    'The code that calls `take` and sets `kinds` is not part of the evidence',
  ])('is a gap: %s', (text) => {
    expect(stateOf(text)).toBe('gap');
  });
});

describe('the state unsupported', () => {
  it.each([
    ['a fabricated id', '`Flask` is a class [chunk:e99].'],
    ['an invented name', 'It calls `run_fast` [chunk:e2].'],
    [
      'an altered quotation',
      'It is statement: “The flask object implements an ASGI application.” [chunk:e1]',
    ],
    ['an altered quotation in straight marks', 'It is "an ASGI application" [chunk:e1].'],
    ['a part of a word as a name', 'It calls `simple` [chunk:e2].'],
    ['a part of a word as a quotation', 'It says “lask object implement” [chunk:e1].'],
    ['a flag of which only one word appears there', 'It takes `--production` [chunk:e2].'],
    ['only a comment marker as a quotation', 'It deletes everything “//” [chunk:e1].'],
    ['a space as a name', 'It deletes everything ` ` [chunk:e1].'],
    ['another number with the same unit', 'It waits on port 5000 for 7 seconds [chunk:e3].'],
    ['another number of parameters', '`run` takes two arguments [chunk:e4].'],
  ])('applies to a claim with %s', (_, text) => {
    expect(checkState(text)).toBe('unsupported');
  });

  it('applies to every claim whose file differs from the indexed one', () => {
    const changed = new Map([['e1', { ...head, intact: false }]]);
    const result = check('`Flask` is statement to be “a WSGI application” [chunk:e1].', changed);
    expect(result).toMatchObject({ state: 'unsupported', repair: undefined });
    expect(result.checks).toContainEqual(
      expect.objectContaining({
        check: 'hash',
        passed: false,
        detail: expect.stringContaining('src/app.py'),
      }),
    );
  });
});

describe('the state partial', () => {
  it.each([
    ['one true and one invented name', '`run` calls `run_fast` [chunk:e2].'],
    ['a true name and wrong lines', '`run_simple` is called on line 99 [chunk:e2].'],
    ['lines that begin after they end', '`run_simple` is called on lines 14–11 [chunk:e2].'],
    ['lines that extend beyond the span', '`run_simple` is called on lines 10–16 [chunk:e2].'],
    [
      'a list of lines with one outside the span',
      '`run_simple` is called on lines 11, 12 and 900 [chunk:e2].',
    ],
    ['a true citation and a fabricated one', '`Flask` is a class [chunk:e1] [chunk:e99].'],
    ['a true name and an altered quotation', '`Flask` is “an ASGI application” [chunk:e1].'],
  ])('applies to a claim with %s', (_, text) => {
    expect(checkState(text)).toBe('partial');
  });

  it('retains issued citations', () => {
    expect(check('`Flask` is a class [chunk:e1] [chunk:e99].').citations).toEqual(['e1']);
  });
});

describe('a near miss', () => {
  it('returns the closest lines of the file that contain its words', () => {
    expect(check('`run_simple` is called [chunk:e1].')).toMatchObject({
      state: 'unsupported',
      repair: { path: 'src/app.py', startLine: 15 },
    });
    const { repair } = check('It warns: “Never use this in production, it is slow.” [chunk:e1]');
    expect(repair?.startLine).toBe(11);
    expect(repair?.endLine).toBeGreaterThanOrEqual(12);
  });

  it('requires all its words within one window', () => {
    expect(check('`run_simple` and `os.environ` stand here [chunk:e1].').repair).toMatchObject({
      startLine: 13,
    });
    expect(check('`import os` and `url_for` [chunk:e1].').repair).toBeUndefined();
  });

  it.each([
    ['for words that the file does not contain', 'It calls `run_fast` [chunk:e1].'],
    ['next to a fabricated citation', '`run_simple` is called [chunk:e1] [chunk:e99].'],
    ['for a claim without quotations and names', 'Kafka partitions get balanced [chunk:e1].'],
  ])('is undefined %s', (_, text) => {
    expect(check(text).repair).toBeUndefined();
  });

  it('is searched in a long file only where its words may begin', () => {
    const long = `${'line of the file\n'.repeat(20_000)}needle one\n`;
    const evidence = new Map([['e1', createEvidence({ file: long, startLine: 1, endLine: 40 })]]);
    expect(check('It reads `needle one` [chunk:e1].', evidence).repair).toMatchObject({ startLine: 20_001 });
    expect(check('It reads `line one` [chunk:e1].', evidence).repair).toBeUndefined();
  });
});

describe('arbitrary claims', () => {
  const word = fc.constantFrom('flask', 'run', 'host', 'kafka', 'os', 'debug', 'the', '5000', 'WSGI');
  const phrase = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
  const piece = fc.oneof(
    phrase,
    phrase.map((text) => `“${text}”`),
    phrase.map((text) => `\`${text}\``),
    fc.nat({ max: 30 }).map((line) => `line ${line}`),
  );

  it('are verified only if the cited lines contain every quotation, name and line number', () => {
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 4 }), (pieces) => {
        const { state } = decideClaim({ text: `${pieces.join('; ')} [chunk:e2]`, citations: ['e2'] }, issued);
        const quoted = pieces.filter((piece) => /[“`]/.test(piece)).map((piece) => piece.slice(1, -1));
        // Punctuation between the words does not decide.
        const words = ` ${run.text.match(/\w+/g)?.join(' ') ?? ''} `;
        const lines = pieces.flatMap((piece) => /^line (\d+)$/.exec(piece)?.[1] ?? []).map(Number);
        const within = new Set(['run']);
        const isSupported =
          quoted.every((quote) => words.includes(` ${quote} `) || within.has(quote)) &&
          lines.every((line) => line >= 10 && line <= 15);
        if (state === 'verified') expect(isSupported).toBe(true);
        else if (state !== 'cited') expect(isSupported && !/\b5000\b/.test(pieces.join(' '))).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('are never verified with an invented id', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/).filter((id) => id !== 'none' && !issued.has(id)),
        (id) => {
          expect(checkState(`\`Flask\` is a class [chunk:${id}].`)).toBe('unsupported');
          expect(checkState(`\`Flask\` is a class [chunk:e1] [chunk:${id}].`)).toBe('partial');
        },
      ),
    );
  });
});
