/** Tests private keys in every form, and text that only looks like a private key. */
import { describe, expect, it } from 'vitest';
import { findPrivateKeys } from '../../../../worker/adapters/secret-rules/private-keys.ts';
import { pem } from '../../../support/secrets/secrets.ts';

const encrypted = pem('RSA PRIVATE KEY', 800).replace(
  '\n',
  '\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123456789ABCDEF0123456789ABCDEF\n\n',
);
const quoted = pem('PRIVATE KEY', 800)
  .split('\n')
  .map((line) => `    "${line}\\n" +`)
  .join('\n');

it.each([
  ['PKCS#8', pem('PRIVATE KEY', 1600)],
  ['short (Ed25519)', pem('PRIVATE KEY', 64, 'MC4C')],
  ['encrypted PKCS#8', pem('ENCRYPTED PRIVATE KEY', 1600)],
  ['encrypted, with headers', encrypted],
  ['OpenSSH', pem('OPENSSH PRIVATE KEY', 400, 'b3BlbnNzaC1rZXktdjEA')],
  ['OpenPGP', pem('PGP PRIVATE KEY BLOCK', 900, 'lQdGBF')],
  ['CRLF', pem('EC PRIVATE KEY', 160).replaceAll('\n', '\r\n')],
  ['in JSON', JSON.stringify({ key: pem('PRIVATE KEY', 800) })],
  ['indented in YAML', `key: |\n${pem('PRIVATE KEY', 800).replace(/^/gm, '    ')}\n`],
  ['in the strings of a program', quoted],
])('finds %s', (_, text) => {
  const [mask, ...others] = findPrivateKeys(`first line\n${text}\nlast line\n`);
  expect(others).toEqual([]);
  const masked = `first line\n${text}\nlast line\n`.slice(mask?.start, mask?.end);
  expect(masked).toMatch(/^-----BEGIN [^]*-----END [A-Z ]*-----$/);
});

it('finds each of several keys', () => {
  const text = [pem('PRIVATE KEY', 800), 'between', pem('EC PRIVATE KEY', 160)].join('\n');
  expect(findPrivateKeys(text)).toHaveLength(2);
});

const begin = `${'-'.repeat(5)}BEGIN PRIVATE KEY-----`;
const end = `${'-'.repeat(5)}END PRIVATE KEY-----`;

describe('a truncated key', () => {
  const whole = pem('RSA PRIVATE KEY', 800);
  const cut = whole.slice(0, whole.lastIndexOf('\n'));

  it.each([
    ['at the end of the text', cut, ''],
    ['before other text', cut, '\nand then the log went on\n'],
    ['in the middle of a line', cut.slice(0, -70), '\n'],
    ['after its headers', encrypted.slice(0, encrypted.lastIndexOf('\n')), '\nnext\n'],
    ['in JSON', JSON.stringify(cut).slice(1, -1), '", "next": 1'],
  ])('%s is masked to its last line', (_, key, behind) => {
    const text = `first\n${key}${behind}`;
    expect(findPrivateKeys(text).map(({ start, end }) => text.slice(start, end))).toEqual([key]);
  });

  it('is masked even if a complete key follows', () => {
    const other = pem('PRIVATE KEY', 800);
    const text = `${cut}\n${other}\nlast\n`;
    expect(findPrivateKeys(text).map(({ start, end }) => text.slice(start, end))).toEqual([cut, other]);
  });
});

it.each([
  ['a placeholder', `${begin}\n...\n${end}`],
  ['a placeholder in words', `${begin}\nyour key here, please\n${end}`],
  ['nothing between the markers', `${begin}\n${end}`],
  ['no end', `${begin}\n${pem('CERTIFICATE', 800)}`],
  ['no begin marker', `${end}\n${pem('PUBLIC KEY', 800)}`],
  ['a certificate', pem('CERTIFICATE', 800)],
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
