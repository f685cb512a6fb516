/**
 * Made-up examples of secrets that the rules detect. None is valid anywhere. Each is joined from parts at runtime, so that no secret scanner
 * reports this file.
 */

interface SecretExample {
  /** The kind of secret. */
  readonly rule: string;
  /** A text that contains the secret. */
  readonly text: string;
  /** The part of the text that must be masked. */
  readonly secret: string;
  readonly path: string;
}

const letters = 'aBcDeFgHiJkLmNoPqRsTuVwXyZ';
const alphanumerics = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0';
const hexDigits = '0123456789abcdef';
const repeatTo = (from: string, length: number): string =>
  from.repeat(Math.ceil(length / from.length)).slice(0, length);

/** Creates a key in PEM format: Base64 in lines of 64 characters. */
export function createPemKey(label: string, characters: number, start = 'MIIE'): string {
  const body = `${start}${repeatTo(`${alphanumerics}/+`, characters - start.length)}`;
  const lines = body.match(/.{1,64}/g) ?? [];
  return [`${'-'.repeat(5)}BEGIN ${label}-----`, ...lines, `${'-'.repeat(5)}END ${label}-----`].join('\n');
}

function createServiceAccount(): string {
  const key = createPemKey('PRIVATE KEY', 1600);
  return JSON.stringify(
    { type: 'service_account', private_key_id: repeatTo(hexDigits, 40), private_key: key },
    null,
    2,
  );
}

function createOnePasswordToken(): string {
  const token = {
    email: 'a@1passwordserviceaccounts.example',
    muk: { alg: 'A256GCM', ext: true },
    k: { k: {} },
  };
  const paddedTokens = [0, 1, 2].map((pad) =>
    btoa(`${JSON.stringify(token).slice(0, -2)}${' '.repeat(pad)}}}`),
  );
  return `ops_${paddedTokens.find((text) => /fQ=*$/.test(text)) ?? ''}`;
}

/** Secrets that a line of code contains unchanged. */
const tokens: readonly (readonly [rule: string, secret: string])[] = [
  ['1password', createOnePasswordToken()],
  ['anthropic', `sk-ant-${'api03'}-${repeatTo(alphanumerics, 93)}AA`],
  ['aws', `AK${'IA'}${repeatTo('Q3EGRIZ7ABCDEFGH', 16)}`],
  ['aws', `AS${'IA'}${repeatTo('Q3EGRIZ7ABCDEFGH', 16)}`],
  ['basicauth', `https://deploy:${'s3cretw0rd'}@git.internal.dev`],
  ['cloudflare', `cf${'ut_'}${repeatTo(alphanumerics, 40)}${repeatTo(hexDigits, 8)}`],
  ['database-connection-string', `postgres://app:${'s3cretw0rd'}@db.internal:5432/app`],
  ['database-connection-string', `mysql://app:${'s3cretw0rd'}@db.internal/app`],
  ['database-connection-string', `mongodb+srv://app:${'s3cretw0rd'}@db.internal/app`],
  ['databricks', `da${'pi'}${repeatTo(hexDigits, 32)}`],
  ['docker', `dckr_${'pat_'}${repeatTo(alphanumerics, 27)}`],
  ['figma', `fi${'gd_'}${repeatTo(alphanumerics, 40)}`],
  ['github', `gh${'p_'}${repeatTo(alphanumerics, 36)}`],
  [
    'github',
    `gh${'s_'}${repeatTo('123456', 12)}_${repeatTo(alphanumerics, 20)}.${repeatTo(alphanumerics, 30)}.${repeatTo(alphanumerics, 20)}`,
  ],
  ['github', `github_${'pat_'}${repeatTo(alphanumerics, 82)}`],
  ['gitlab', `glp${'at-'}${repeatTo(alphanumerics, 20)}`],
  ['grafana', `gl${'c_'}eyJ${repeatTo(alphanumerics, 40)}`],
  ['grafana', `gl${'sa_'}${repeatTo(alphanumerics, 32)}_${repeatTo(hexDigits, 8)}`],
  ['groq', `gs${'k_'}${repeatTo(alphanumerics, 52)}`],
  ['hashicorp-vault', `hv${'s.'}${repeatTo(alphanumerics, 95)}`],
  ['hashicorp-vault', `hv${'b.'}${repeatTo(alphanumerics, 140)}`],
  ['hashicorp-vault', `hv${'r.'}${repeatTo(alphanumerics, 95)}`],
  ['huggingface', `h${'f_'}${repeatTo(letters, 34)}`],
  ['linear', `lin_${'api_'}${repeatTo(alphanumerics, 40)}`],
  ['notion', `nt${'n_'}${repeatTo('12345678901', 11)}${repeatTo(alphanumerics, 35)}`],
  ['npm', `np${'m_'}${repeatTo(alphanumerics, 36)}`],
  ['openai', `sk-${'proj'}-${repeatTo(alphanumerics, 74)}T3Blbk${'FJ'}${repeatTo(alphanumerics, 74)}`],
  ['openai', `sk-${repeatTo(alphanumerics, 20)}T3Blbk${'FJ'}${repeatTo(alphanumerics, 20)}`],
  ['sendgrid', `S${'G.'}${repeatTo(alphanumerics, 22)}.${repeatTo(alphanumerics, 43)}`],
  ['shopify', `shp${'at_'}${repeatTo(hexDigits, 32)}`],
  ['slack', `xo${'xb-'}123456789012-${repeatTo(alphanumerics, 24)}`],
  [
    'slack',
    `https://hooks.${'slack'}.com/services/T${repeatTo(alphanumerics, 8)}/B${repeatTo(alphanumerics, 8)}/${repeatTo(alphanumerics, 24)}`,
  ],
  [
    'slack',
    `https://HOOKS.${'SLACK'}.COM/services/T${repeatTo(alphanumerics, 8)}/B${repeatTo(alphanumerics, 8)}/${repeatTo(alphanumerics, 24)}`,
  ],
  ['stripe', `sk_${'live_'}${repeatTo(alphanumerics, 24)}`],
  ['stripe', `rk_${'test_'}${repeatTo(alphanumerics, 24)}`],
  ['tailscale', `ts${'key-'}auth-${repeatTo(alphanumerics, 12)}-${repeatTo(alphanumerics, 32)}`],
  ['vercel', `vc${'p_'}${repeatTo(alphanumerics, 24)}`],
];

const awsKey = repeatTo(`${alphanumerics}/+`, 40);
const account = createServiceAccount();

export const secretExamples: readonly SecretExample[] = [
  ...tokens.map(([rule, secret]) => ({ rule, secret, text: `KEY = "${secret}"\n`, path: 'settings.py' })),
  { rule: 'aws', secret: awsKey, text: `AWS_SECRET_ACCESS_KEY=${awsKey}\n`, path: '.env' },
  { rule: 'aws', secret: awsKey, text: `{ "secretAccessKey": "${awsKey}" }\n`, path: 'config.json' },
  {
    rule: 'npm',
    secret: alphanumerics,
    text: `//registry.example/:_authToken=${alphanumerics}\n`,
    path: 'web/.npmrc',
  },
  {
    rule: 'npm',
    secret: alphanumerics,
    text: `{ "a": "git+https://${alphanumerics}:x-oauth-basic@github.com/a/b.git" }\n`,
    path: 'package.json',
  },
  ...['PRIVATE KEY', 'RSA PRIVATE KEY', 'EC PRIVATE KEY'].map((label) => ({
    rule: 'privatekey',
    secret: createPemKey(label, 1600),
    text: `# a key\n${createPemKey(label, 1600)}\n`,
    path: 'id.pem',
  })),
  { rule: 'gcp', secret: repeatTo(hexDigits, 40), text: account, path: 'keys/account.json' },
];
