/**
 * A made-up secret of every kind that the rules know. None is valid anywhere, and each is joined at run time, so that no scanner takes this
 * file for a leak.
 */

interface SecretExample {
  /** The kind. */
  readonly rule: string;
  /** The text around the secret, with the secret in it. */
  readonly text: string;
  /** What must be masked. */
  readonly secret: string;
  readonly path: string;
}

const letters = 'aBcDeFgHiJkLmNoPqRsTuVwXyZ';
const mixed = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0';
const hex = '0123456789abcdef';
const take = (from: string, length: number): string =>
  from.repeat(Math.ceil(length / from.length)).slice(0, length);

/** A key as PEM files contain it: base64 in lines of 64. */
export function pem(label: string, characters: number, start = 'MIIE'): string {
  const body = `${start}${take(`${mixed}/+`, characters - start.length)}`;
  const lines = body.match(/.{1,64}/g) ?? [];
  return [`${'-'.repeat(5)}BEGIN ${label}-----`, ...lines, `${'-'.repeat(5)}END ${label}-----`].join('\n');
}

function serviceAccount(): string {
  const key = pem('PRIVATE KEY', 1600);
  return JSON.stringify(
    { type: 'service_account', private_key_id: take(hex, 40), private_key: key },
    null,
    2,
  );
}

function onePassword(): string {
  const token = {
    email: 'a@1passwordserviceaccounts.example',
    muk: { alg: 'A256GCM', ext: true },
    k: { k: {} },
  };
  const fitting = [0, 1, 2].map((pad) => btoa(`${JSON.stringify(token).slice(0, -2)}${' '.repeat(pad)}}}`));
  return `ops_${fitting.find((text) => /fQ=*$/.test(text)) ?? ''}`;
}

/** Secrets that appear unchanged in a line of code. */
const tokens: readonly (readonly [rule: string, secret: string])[] = [
  ['1password', onePassword()],
  ['anthropic', `sk-ant-${'api03'}-${take(mixed, 93)}AA`],
  ['aws', `AK${'IA'}${take('Q3EGRIZ7ABCDEFGH', 16)}`],
  ['aws', `AS${'IA'}${take('Q3EGRIZ7ABCDEFGH', 16)}`],
  ['basicauth', `https://deploy:${'s3cretw0rd'}@git.internal.dev`],
  ['cloudflare', `cf${'ut_'}${take(mixed, 40)}${take(hex, 8)}`],
  ['database-connection-string', `postgres://app:${'s3cretw0rd'}@db.internal:5432/app`],
  ['database-connection-string', `mysql://app:${'s3cretw0rd'}@db.internal/app`],
  ['database-connection-string', `mongodb+srv://app:${'s3cretw0rd'}@db.internal/app`],
  ['databricks', `da${'pi'}${take(hex, 32)}`],
  ['docker', `dckr_${'pat_'}${take(mixed, 27)}`],
  ['figma', `fi${'gd_'}${take(mixed, 40)}`],
  ['github', `gh${'p_'}${take(mixed, 36)}`],
  ['github', `gh${'s_'}${take('123456', 12)}_${take(mixed, 20)}.${take(mixed, 30)}.${take(mixed, 20)}`],
  ['github', `github_${'pat_'}${take(mixed, 82)}`],
  ['gitlab', `glp${'at-'}${take(mixed, 20)}`],
  ['grafana', `gl${'c_'}eyJ${take(mixed, 40)}`],
  ['grafana', `gl${'sa_'}${take(mixed, 32)}_${take(hex, 8)}`],
  ['groq', `gs${'k_'}${take(mixed, 52)}`],
  ['hashicorp-vault', `hv${'s.'}${take(mixed, 95)}`],
  ['hashicorp-vault', `hv${'b.'}${take(mixed, 140)}`],
  ['hashicorp-vault', `hv${'r.'}${take(mixed, 95)}`],
  ['huggingface', `h${'f_'}${take(letters, 34)}`],
  ['linear', `lin_${'api_'}${take(mixed, 40)}`],
  ['notion', `nt${'n_'}${take('12345678901', 11)}${take(mixed, 35)}`],
  ['npm', `np${'m_'}${take(mixed, 36)}`],
  ['openai', `sk-${'proj'}-${take(mixed, 74)}T3Blbk${'FJ'}${take(mixed, 74)}`],
  ['openai', `sk-${take(mixed, 20)}T3Blbk${'FJ'}${take(mixed, 20)}`],
  ['sendgrid', `S${'G.'}${take(mixed, 22)}.${take(mixed, 43)}`],
  ['shopify', `shp${'at_'}${take(hex, 32)}`],
  ['slack', `xo${'xb-'}123456789012-${take(mixed, 24)}`],
  ['slack', `https://hooks.${'slack'}.com/services/T${take(mixed, 8)}/B${take(mixed, 8)}/${take(mixed, 24)}`],
  ['slack', `https://HOOKS.${'SLACK'}.COM/services/T${take(mixed, 8)}/B${take(mixed, 8)}/${take(mixed, 24)}`],
  ['stripe', `sk_${'live_'}${take(mixed, 24)}`],
  ['stripe', `rk_${'test_'}${take(mixed, 24)}`],
  ['tailscale', `ts${'key-'}auth-${take(mixed, 12)}-${take(mixed, 32)}`],
  ['vercel', `vc${'p_'}${take(mixed, 24)}`],
];

const awsKey = take(`${mixed}/+`, 40);
const account = serviceAccount();

export const secretExamples: readonly SecretExample[] = [
  ...tokens.map(([rule, secret]) => ({ rule, secret, text: `KEY = "${secret}"\n`, path: 'settings.py' })),
  { rule: 'aws', secret: awsKey, text: `AWS_SECRET_ACCESS_KEY=${awsKey}\n`, path: '.env' },
  { rule: 'aws', secret: awsKey, text: `{ "secretAccessKey": "${awsKey}" }\n`, path: 'config.json' },
  { rule: 'npm', secret: mixed, text: `//registry.example/:_authToken=${mixed}\n`, path: 'web/.npmrc' },
  {
    rule: 'npm',
    secret: mixed,
    text: `{ "a": "git+https://${mixed}:x-oauth-basic@github.com/a/b.git" }\n`,
    path: 'package.json',
  },
  ...['PRIVATE KEY', 'RSA PRIVATE KEY', 'EC PRIVATE KEY'].map((label) => ({
    rule: 'privatekey',
    secret: pem(label, 1600),
    text: `# a key\n${pem(label, 1600)}\n`,
    path: 'id.pem',
  })),
  { rule: 'gcp', secret: take(hex, 40), text: account, path: 'keys/account.json' },
];
