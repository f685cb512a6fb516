/** Everything that can be looked up is looked up and named in the details; the meaning of the words is not checked. */
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
  symbol: 'Mailer.openConnection',
  nameLine: 5,
});
const issued = new Map([['e1', span]]);

function check(statement: string) {
  return decideClaim({ text: `${statement} [chunk:e1].`, citations: ['e1'] }, issued);
}

const details = (statement: string, name?: string): readonly string[] =>
  check(statement)
    .checks.filter(({ check: one }) => !['citation', 'hash'].includes(one) && (name ?? one) === one)
    .map(({ detail }) => detail);

describe('a claim is verified if everything in it is found', () => {
  it.each([
    '`openConnection` calls `createSocket`',
    '`openConnection()` calls `waitForGreeting()`',
    'openConnection calls createSocket on port 2525',
    'The greeting is awaited for thirty seconds, by `waitForGreeting`',
    'Lines 5 to 9 of src/mail/connect.ts define `openConnection`',
    '`openConnection` calls two functions, `createSocket` and `waitForGreeting`',
    '`Mailer` sends the headers first: “Sends all headers before the body.”',
    'Sends all headers before the body',
  ])('%s', (statement) => {
    const { state, checks } = check(statement);
    expect({ state, failed: checks.filter(({ passed }) => !passed) }).toEqual({
      state: 'verified',
      failed: [],
    });
  });
});

describe('a claim is not verified if something in it is not found', () => {
  it.each([
    ['number', '`openConnection` calls `createSocket` on port 8080'],
    ['number', 'It waits for the greeting for 45 seconds'],
    ['number', 'It waits for the greeting for thirty minutes'],
    ['number', '`openConnection` calls `createSocket` 17 times'],
    ['number', '`openConnection` was added in version 3.14.2'],
    ['identifier', '`openConnection` calls closeAllSockets on the way'],
    ['identifier', '`openConnection` reads MAIL_HOST_NAME'],
    ['identifier', '`openConnection` takes the flag --no-wait'],
    ['identifier', '`openConnection` is defined in src/mail/send.ts'],
    ['identifier', '`openConnection` is described at https://example.org/connect'],
    ['identifier', 'It is called as `www.openConnection.undefined`'],
    ['lines', '`openConnection` begins at L77'],
    ['signature', '`openConnection` takes three arguments'],
  ])('%s: %s', (name, statement) => {
    const { state, checks } = check(statement);
    expect(['partial', 'unsupported']).toContain(state);
    expect(checks.filter(({ passed }) => !passed).map(({ check: one }) => one)).toContain(name);
  });
});

describe('the words of a claim are not compared with the words of the lines', () => {
  it.each([
    ['verified', '`openConnection` never calls `createSocket`'],
    ['verified', '`openConnection` löscht sämtliche Benutzerdaten nach der Anmeldung'],
    ['cited', 'It opens a connection to the printer'],
    ['cited', 'Some headers are sent after the body'],
  ])('%s: %s', (state, statement) => {
    expect(check(statement).state).toBe(state);
  });
});

describe('the details say what was looked up and where', () => {
  it('groups what was found in one place', () => {
    expect(details('`openConnection` calls `createSocket` and `waitForGreeting`')).toEqual([
      '`openConnection`, `createSocket`, `waitForGreeting` found in src/mail/connect.ts, lines 1–9.',
    ]);
  });

  it('names what was not found', () => {
    expect(details('`openConnection` calls `closeSocket` on port 8080')).toEqual([
      '`openConnection` found in src/mail/connect.ts, lines 1–9.',
      '`closeSocket` not found in the cited lines.',
      '8080 not found in the cited lines.',
    ]);
  });

  it('names the part of a qualified name', () => {
    expect(details('It calls `net.createSocket(address)`')).toEqual([
      '`createSocket` of `net.createSocket(address)` found in src/mail/connect.ts, lines 1–9.',
    ]);
  });

  it('names the path and the definition that the lines belong to', () => {
    expect(details('`Mailer` is in `connect.ts`')).toEqual([
      '`Mailer` is in the name of the definition that the cited lines belong to, `Mailer.openConnection`.',
      '`connect.ts` is in the path src/mail/connect.ts.',
    ]);
  });

  it('states what the lines say instead', () => {
    expect(details('`openConnection` takes 3 parameters', 'signature')).toEqual([
      '`openConnection` is defined with 2 parameters in src/mail/connect.ts, lines 1–9.',
    ]);
    expect(details('It waits for 45 seconds')).toEqual([
      '45 seconds not found; with this unit, the cited source states 30 seconds.',
    ]);
    expect(check('`openConnection` waits for 45 seconds').state).toBe('unsupported');
  });

  it('says that a sentence is there word for word', () => {
    expect(details('It does not retry when the greeting is missing')).toEqual([]);
    expect(details('Does not retry when the greeting is missing')).toEqual([
      'The whole sentence is in src/mail/connect.ts, lines 1–9, word for word.',
    ]);
  });

  it('says that a quotation ends within a word', () => {
    expect(details('It says “waits for the greeting for 30 sec”')).toEqual([
      '“waits for the greeting for 30 sec” begins or ends within a word of the cited lines.',
    ]);
    expect(details('It says “waits for the printer”')).toEqual([
      '“waits for the printer” not found in the cited lines.',
    ]);
  });
});

it('reads overlong words and names in linear time', () => {
  for (const text of [
    'A'.repeat(60_000),
    'a.'.repeat(3_000),
    'a/'.repeat(3_000),
    'a_B '.repeat(1_500),
    '1,'.repeat(3_000),
    `\`${'a('.repeat(900)}\``,
    'the evidence '.repeat(500),
  ])
    expect(check(`\`openConnection\` and \`nothing\` is ${text}`).state).not.toBe('verified');
});
