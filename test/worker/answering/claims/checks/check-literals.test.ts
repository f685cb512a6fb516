/** Numbers in names, parameter counts and quoted punctuation must match exactly. */
import { describe, expect, it } from 'vitest';
import { decideClaim } from '../../../../../worker/answering/claims/decide-claim.ts';
import { createEvidence } from '../../../../support/samples/evidence.ts';

const file = `/** Hashes of files: SHA-256 of the bytes, told in hex, over TLS 1.2. Give -1 or 30-60 seconds. */
function digestOf(bytes: Uint8Array, encoding = 'utf-8'): string {
  const text = new TextDecoder(encoding).decode(bytes, { stream: false });
  return createHash('sha256').update(text.split(';')[0]).digest('hex');
}

export async function send(
  file: File,
  { force }: { force: boolean },
  retry = 3,
): Promise<void> {
  // Sends the file twice,
  // where it is large.
  await post(file, '--force');
}

const now = () => clock();

def acquire(self, host, *, timeout=30):
    """Return a session
    for the host."""
    return self.open(host)
`;
const issued = new Map([['e1', createEvidence({ file, id: 'e1', path: 'src/http2/send.ts' })]]);
const checked = (statement: string) => {
  const { state, checks } = decideClaim({ text: `${statement} [chunk:e1].`, citations: ['e1'] }, issued);
  return { state, failed: checks.filter(({ passed }) => !passed).map((check) => check.check) };
};

describe('verifies a claim that matches exactly', () => {
  it.each([
    'It hashes the bytes with SHA-256',
    'It hashes the bytes with sha256 and SHA256',
    'The bytes are told over TLS 1.2',
    'The bytes are told over TLS-1.2 in UTF-8',
    'Give -1',
    'Give 30-60 seconds',
    'The file is sent over http2',
    '`digestOf` takes two parameters',
    '`send` takes three arguments',
    '`send` takes one optional argument and `digestOf` takes one required argument',
    '`acquire` takes 2 arguments',
    '`now` takes no arguments',
    'The flag is “--force”',
    'The text is split at “;”',
    'It says “// Sends the file twice, where it is large.”',
    'It says “Sends the file twice,\n// where it is large.”',
    'It says "Sends the file twice,\nwhere it is large."',
    '`digestOf` calls two functions, `createHash` and `TextDecoder`',
  ])('%s', (statement) => {
    expect(checked(statement)).toEqual({ state: 'verified', failed: [] });
  });
});

describe('does not verify a claim that differs', () => {
  it.each([
    ['number', 'It hashes the bytes with SHA-512'],
    ['number', 'It hashes the bytes with sha1'],
    ['number', 'It hashes the bytes with AES-256'],
    ['number', 'The bytes are told over TLS1.3'],
    ['number', 'The bytes are told over TLS 256'],
    ['number', 'The bytes are told in UTF-16'],
    ['number', 'The bytes are told in utf16'],
    ['number', 'The file is sent over http3'],
    ['number', 'Give -30 seconds'],
    ['number', 'Give 30-90 seconds'],
    ['number', 'Give .5 seconds'],
    ['number', 'It sends the file, see #4711'],
    ['number', 'It sends the file, see issue-4711'],
    ['signature', '`digestOf` takes one argument'],
    ['signature', '`digestOf` in `src/http2/send.ts` takes 3 arguments'],
    ['signature', '`send` takes 2 arguments'],
    ['signature', '`send` takes no arguments'],
    ['signature', '`acquire` takes 3 arguments'],
    ['signature', '`digestOf` and `send` take two parameters'],
    ['number', '`digestOf` in `src/http2/send.ts` calls 4 functions'],
    ['quote', 'The flag is “--bytes”'],
    ['quote', 'It begins with “#file”'],
    ['quote', 'The text is split at “,”'],
    ['quote', 'The text is split at "|"'],
    ['quote', 'The text is split at “x”'],
    ['quote', 'It says "Sends the file never,\nwhere it is large."'],
  ])('%s: %s', (check, statement) => {
    const { state, failed } = checked(statement);
    expect(state).not.toBe('verified');
    expect(failed).toContain(check);
  });
});

it.each([
  ['Returns the pool, or none where it is not.', 'Returns the pool, or none where it is'],
  ['Names of keys are stored in lower case only.', 'Names of keys are stored in lower case'],
  ['Never is a pool given back by its own worker.', 'A pool is given back by its own worker'],
])('does not verify a claim that omits the reversing end of a sentence: %s', (sentence, statement) => {
  const span = createEvidence({ file: `# ${sentence}\n`, path: 'docs/pool.py' });
  const state = (text: string) =>
    decideClaim({ text: `${text} [chunk:e1].`, citations: ['e1'] }, new Map([['e1', span]])).state;
  expect(state(sentence.slice(0, -1))).toBe('verified');
  expect(state(statement)).not.toBe('verified');
});
