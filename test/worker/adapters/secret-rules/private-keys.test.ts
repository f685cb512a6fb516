/** Tests private keys in every form, and text that only looks like a private key. */
import { describe, expect, it } from 'vitest';
import { findPrivateKeys } from '../../../../worker/adapters/secret-rules/private-keys.ts';
import { createPemKey } from '../../../support/secrets/secrets.ts';

const encrypted = createPemKey('RSA PRIVATE KEY', 800).replace(
  '\n',
  '\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123456789ABCDEF0123456789ABCDEF\n\n',
);
const quoted = createPemKey('PRIVATE KEY', 800)
  .split('\n')
  .map((line) => `    "${line}\\n" +`)
  .join('\n');

it.each([
  ['PKCS#8', createPemKey('PRIVATE KEY', 1600)],
  ['short (Ed25519)', createPemKey('PRIVATE KEY', 64, 'MC4C')],
  ['encrypted PKCS#8', createPemKey('ENCRYPTED PRIVATE KEY', 1600)],
  ['encrypted, with headers', encrypted],
  ['OpenSSH', createPemKey('OPENSSH PRIVATE KEY', 400, 'b3BlbnNzaC1rZXktdjEA')],
  ['OpenPGP', createPemKey('PGP PRIVATE KEY BLOCK', 900, 'lQdGBF')],
  ['CRLF', createPemKey('EC PRIVATE KEY', 160).replaceAll('\n', '\r\n')],
  ['in JSON', JSON.stringify({ key: createPemKey('PRIVATE KEY', 800) })],
  ['indented in YAML', `key: |\n${createPemKey('PRIVATE KEY', 800).replace(/^/gm, '    ')}\n`],
  ['in the strings of a program', quoted],
])('finds a private key: %s', (_, text) => {
  const [mask, ...others] = findPrivateKeys(`first line\n${text}\nlast line\n`);
  expect(others).toEqual([]);
  const masked = `first line\n${text}\nlast line\n`.slice(mask?.start, mask?.end);
  expect(masked).toMatch(/^-----BEGIN [^]*-----END [A-Z ]*-----$/);
});

it('finds each of several keys', () => {
  const text = [createPemKey('PRIVATE KEY', 800), 'between', createPemKey('EC PRIVATE KEY', 160)].join('\n');
  expect(findPrivateKeys(text)).toHaveLength(2);
});

const begin = `${'-'.repeat(5)}BEGIN PRIVATE KEY-----`;
const end = `${'-'.repeat(5)}END PRIVATE KEY-----`;

describe('a truncated key', () => {
  const whole = createPemKey('RSA PRIVATE KEY', 800);
  const truncatedKey = whole.slice(0, whole.lastIndexOf('\n'));

  it.each([
    ['at the end of the text', truncatedKey, ''],
    ['before other text', truncatedKey, '\nand then the log went on\n'],
    ['in the middle of a line', truncatedKey.slice(0, -70), '\n'],
    ['with headers', encrypted.slice(0, encrypted.lastIndexOf('\n')), '\nnext\n'],
    ['in JSON', JSON.stringify(truncatedKey).slice(1, -1), '", "next": 1'],
  ])('%s is masked to its last line', (_, key, followingText) => {
    const text = `first\n${key}${followingText}`;
    expect(findPrivateKeys(text).map(({ start, end }) => text.slice(start, end))).toEqual([key]);
  });

  it('is masked even if a complete key follows', () => {
    const other = createPemKey('PRIVATE KEY', 800);
    const text = `${truncatedKey}\n${other}\nlast\n`;
    expect(findPrivateKeys(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      truncatedKey,
      other,
    ]);
  });
});

it.each([
  ['a placeholder', `${begin}\n...\n${end}`],
  ['a placeholder in words', `${begin}\nyour key here, please\n${end}`],
  ['nothing between the markers', `${begin}\n${end}`],
  ['a begin marker before a certificate', `${begin}\n${createPemKey('CERTIFICATE', 800)}`],
  ['an end marker before a public key', `${end}\n${createPemKey('PUBLIC KEY', 800)}`],
  ['a certificate', createPemKey('CERTIFICATE', 800)],
  [
    'code between the markers',
    `start = "${begin}"\n${'parse(line, of, the, key)\n'.repeat(20)}stop = "${end}"`,
  ],
])('does not treat %s as a key', (_, text) => {
  expect(findPrivateKeys(text)).toEqual([]);
});

it('runs in linear time for any markers', () => {
  expect(findPrivateKeys(begin.repeat(100_000))).toEqual([]);
  expect(findPrivateKeys((begin + end).repeat(50_000))).toEqual([]);
});
