/** Tests that placeholders and expressions stay readable, and that real passwords are masked. */
import { describe, expect, it } from 'vitest';
import { createSecretScanner } from '../../../../worker/adapters/secret-rules/secret-scanner.ts';
import { maskText } from '../../../../worker/core/text/mask-text.ts';
import { generateSecret, createRandom } from '../../../support/secrets/made-up-secrets.ts';

const scanner = createSecretScanner();

it.each([
  'password = "changeme"',
  'password: ${DB_PASSWORD}',
  'password = process.env.DB_PASSWORD',
  'password: "password"',
  'PASSWORD=password123',
  'password = "test1234"',
  'password: "********"',
  'password = getPassword(user1)',
  'const passwordField = "password_field_1"',
  'secret: "<your-secret-here>"',
  'API_KEY=your_api_key_here',
  'password = user.password2',
  '"password": "Password must be 8+ characters"',
  'postgres://postgres:postgres@localhost:5432/postgres',
  'https://user:passwd@host.dev',
  'password = f"{user}123"',
  'API_TOKEN=xxxxxxxxxxxxxxxxxxxx',
  'apiKey: "00000000-0000-0000-0000-000000000000"',
  'accessToken: response.data.access_token',
  'tokenUrl: "https://auth.internal.dev/oauth2/token"',
  'image: registry/secret-operator:v1.2.3-alpha.4',
  'const TOKEN_REGEX = "[A-Za-z0-9]{32}"',
  'proxy_pass http://127.0.0.1:8000/;',
  'uint8_t pass = SHA256_BLOCK_SIZE*2;',
  'self._auth = self._build_auth(auth)',
  'PublicKeyToken=b77a5c561934e089',
  `${'AKIA'}IOSFODNN7EXAMPLE`,
  `gh${'p_'}${'x'.repeat(36)}`,
])('%s is not masked', async (text) => {
  expect(await scanner.scan(`${text}\n`)).toEqual([]);
});

it.each([
  'https://user:password@registry.dev',
  'https://user:pass@registry.dev',
  'https://root:root@registry.dev',
  'postgres://app:test1234@db.internal/app',
  'postgres://app:swordfish@localhost/app',
  'postgres://app:swordfish@db.example.com/app',
  'password = "test-password1"',
])('%s is treated as a sample and not masked', async (text) => {
  expect(await scanner.scan(`${text}\n`)).toEqual([]);
});

it.each([
  ['postgres://app:{}@h', 'admin2024!X'],
  ['postgres://app:{}@db.internal/x', 'swordfish'],
  ['password = "{}"', 'admin2024Xq'],
  ['\u001b[31m{}\u001b[0m', generateSecret('gh|p_[w36]', createRandom(1))],
  [String.raw`\x1b[0m{}`, generateSecret('gh|p_[w36]', createRandom(2))],
  [String.raw`\033[1;31m{}`, generateSecret('gh|p_[w36]', createRandom(3))],
])('in %s the value %s is masked', async (line, secret) => {
  const text = `${line.replace('{}', () => secret)}\n`;
  const masked = maskText(text, await scanner.scan(text));
  expect(masked).toBe(text.replace(secret, '\u2022'.repeat(secret.length)));
});

const passwords = [
  'S3cr3t-Harb0ur!',
  'Tr0ub4dor&3x',
  'xK9#mP2$vL7q',
  'Winter-2031!',
  'kf83hdk2',
  'qLm7vTz2pR',
  'Gr8!Harbor#Light',
];

describe.each(passwords)('the password %s', (password) => {
  it.each([
    'password = "{}"',
    'DB_PASSWORD={}',
    '  password: {}',
    'postgres://app:{}@db.internal/app',
    "db: { user: 'app', pass: '{}' }",
    'Server=a;User Id=b;Password={};Encrypt=true',
    '<password>{}</password>',
    "define('DB_PASSWORD', '{}');",
  ])('is masked in %s', async (line) => {
    const text = `${line.replace('{}', () => password)}\n`;
    const masked = maskText(text, await scanner.scan(text));
    expect(masked).toBe(text.replace(password, '\u2022'.repeat(password.length)));
  });
});
