/** Checks of paraphrased claims: unsupported numbers, names, denials, bounds, roles and clauses fail. */
import { describe, expect, it } from 'vitest';
import { decideClaim } from '../../../../worker/answering/claims/decide-claim.ts';
import { createEvidence } from '../../../support/samples/evidence.ts';

const file = `/**
 * Opens a connection to the server and waits for the greeting for 30 seconds.
 * Does not retry when the greeting is missing. Sends all headers before the body.
 */
export function openConnection(address, options) {
  if (!options) return undefined;
  const socket = createSocket(address, { port: 2525 });
  return waitForGreeting(socket, 30_000);
}
`;
const span = createEvidence({
  file,
  id: 'e1',
  path: 'src/mail/connect.ts',
  symbol: 'openConnection',
  nameLine: 5,
});
const issued = new Map([['e1', span]]);

function check(statement: string) {
  return decideClaim({ text: `${statement} [chunk:e1].`, citations: ['e1'] }, issued);
}

describe('a paraphrased claim is verified', () => {
  it.each([
    'It opens a connection to the server',
    '`openConnection` calls `createSocket`',
    '`openConnection()` calls `waitForGreeting()`',
    '`waitForGreeting` is called by `openConnection`',
    'openConnection calls createSocket on port 2525',
    'The greeting is awaited for thirty seconds',
    'It does not retry when the greeting is missing',
    'All headers are sent before the body',
    '`openConnection` checks whether `options` is missing',
    'Lines 5 to 9 of src/mail/connect.ts define `openConnection`',
    '`openConnection` calls two functions, `createSocket` and `waitForGreeting`',
  ])('%s', (statement) => {
    const { state, checks } = check(statement);
    expect({ state, failed: checks.filter(({ passed }) => !passed) }).toEqual({
      state: 'verified',
      failed: [],
    });
  });
});

describe('a paraphrased claim fails the check', () => {
  it.each([
    ['number', '`openConnection` calls `createSocket` on port 8080'],
    ['number', 'It waits for the greeting for 45 seconds'],
    ['number', 'It waits for the greeting for thirty minutes'],
    ['number', '`openConnection` calls `createSocket` seventeen times'],
    ['number', '`openConnection` was added in version 3.14.2'],
    ['identifier', '`openConnection` calls closeAllSockets on the way'],
    ['identifier', '`openConnection` reads MAIL_HOST_NAME'],
    ['identifier', '`openConnection` takes the flag --no-wait'],
    ['identifier', '`openConnection` stands in src/mail/send.ts'],
    ['identifier', '`openConnection` is described at https://example.org/connect'],
    ['negation', '`openConnection` does not call `createSocket`'],
    ['negation', 'It retries when the greeting is missing'],
    ['negation', 'It never opens a connection to the server'],
    ['call', '`createSocket` calls `openConnection`'],
    ['call', '`openConnection` never calls `createSocket`'],
    ['bound', 'It always opens a connection to the server'],
    ['wording', 'Sends some headers before the body'],
    ['wording', 'Sends all headers after the body'],
    ['words', 'Opens a connection to the printer'],
    ['order', 'It opens a server to the connection'],
    ['words', '`openConnection` calls `createSocket`, and it encrypts every password with a secret'],
    ['words', '`openConnection` löscht sämtliche Benutzerdaten nach der Anmeldung'],
    ['words', '`openConnection` 会删除所有用户数据'],
    ['lines', '`openConnection` stands at L77'],
  ])('%s: %s', (name, statement) => {
    const { state, checks } = check(statement);
    expect(state).not.toBe('verified');
    expect(checks.filter(({ passed }) => !passed).map(({ check: one }) => one)).toContain(name);
  });
});

it('reads overlong words and names in linear time', () => {
  for (const text of [
    'A'.repeat(60_000),
    'a.'.repeat(3_000),
    'a/'.repeat(3_000),
    'a_B '.repeat(1_500),
    '1,'.repeat(3_000),
  ])
    expect(check(`\`openConnection\` is ${text}`).state).not.toBe('verified');
});

it('does not read a count as a reversed relation', () => {
  const file = '/** What has become of cited lines of a file. */\nexport type Drift = string;\n';
  const one = createEvidence({ id: 'e1', path: 'core/drift.ts', file });
  const checked = (text: string) => decideClaim({ text, citations: ['e1'] }, new Map([['e1', one]])).state;
  expect(checked('`core/drift.ts` is a typescript file of 2 lines [chunk:e1].')).toBe('verified');
  expect(checked('`Drift` tells what became of the file of lines [chunk:e1].')).not.toBe('verified');
});

it('reports that a quotation ends within a word', () => {
  const detail = (quote: string) =>
    check(`It says “${quote}”`).checks.find((check) => check.check === 'quote')?.detail;
  expect(detail('waits for the greeting for 30 sec')).toMatch(
    /” begins or ends within a word of the cited lines\.$/,
  );
  expect(detail('waits for the printer')).toMatch(/” is not in the cited lines\.$/);
  expect(check('It says “waits for the greeting for 30 sec”').state).toBe('unsupported');
});
