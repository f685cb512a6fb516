/**
 * Made-up secrets of every kind, written as patterns: `[w36]` is 36 random letters and digits. A test generates the secrets when it runs, so that
 * no secret scanner reports this file.
 */

export interface MadeUpKind {
  /** The rule that detects the kind. */
  readonly rule: string;
  /** The secret's pattern. */
  readonly pattern: string;
  /** The words in the name of the setting that a person would store the secret in. */
  readonly words: readonly string[];
  /** The text around the secret, for kinds that are detected only by their surroundings. `{}` is the secret. */
  readonly surroundings?: string;
  /** The pattern of a text that looks like such a secret but does not match. By default, `pattern` without its last character. */
  readonly nearMiss?: string;
}

/** Alphabets by the letter that a pattern uses, such as `w` in `[w36]`. */
const alphabets: Readonly<Record<string, string>> = {
  w: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  c: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  h: '0123456789abcdef',
  d: '123456789',
  u: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  l: 'abcdefghijklmnopqrstuvwxyz0123456789',
  a: 'abcdefghijklmnopqrstuvwxyz234567',
  q: 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L',
  b: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
};

/** Generates pseudorandom numbers from 0 up to but excluding 1, the same for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Fills the pattern with random characters. */
export function generateSecret(pattern: string, random: () => number): string {
  return pattern
    .replace(/\[uuid\]/g, '[h8]-[h4]-[h4]-[h4]-[h12]')
    .replace(
      /\[jwt\]/g,
      () =>
        `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: generateSecret('[d9]', random), iat: 1 })}.[w43]`,
    )
    .replace(/\[basic\]/g, () => btoa(`deploy:${generateSecret('[w14]', random)}`))
    .replace(/\[([a-z])(\d+)\]/g, (_, kind: string, length: string) => {
      const alphabet = alphabets[kind] ?? '';
      return Array.from(
        { length: Number(length) },
        () => alphabet[Math.floor(random() * alphabet.length)],
      ).join('');
    })
    .replace(/\|/g, '');
}

function encode(value: object): string {
  return btoa(JSON.stringify(value)).replaceAll('=', '');
}

const kind = (
  rule: string,
  pattern: string,
  words: string,
  overrides: Partial<MadeUpKind> = {},
): MadeUpKind => ({
  rule,
  pattern,
  words: words.split(' '),
  ...overrides,
});

/** `|` splits prefixes in this file, so that no secret scanner recognizes them. */
export const madeUpKinds: readonly MadeUpKind[] = [
  kind('github-token', 'gh|p_[w36]', 'github token'),
  kind('github-token', 'gh|o_[w36]', 'github oauth token'),
  kind('github-app-token', 'gh|s_[d12]_[w20].[w30].[w20]', 'github app token', {
    nearMiss: 'gh|s_[d12]_[w8].[w9].[w9]',
  }),
  kind('github-fine-grained-token', 'github_|pat_[w22]_[w59]', 'github token'),
  kind('gitlab-token', 'gl|pat-[w20]', 'gitlab token'),
  kind('gitlab-token', 'gl|dt-[w20]', 'gitlab deploy token'),
  kind('gitlab-runner-registration', 'GR13|48941[w20]', 'runner token'),
  kind('gitlab-session', '[h32]', 'cookie', {
    surroundings: 'Cookie: _gitlab_session={}; a=b',
    nearMiss: '[h31]',
  }),
  kind('bitbucket-app-password', 'AT|BB[w32]', 'bitbucket token', { nearMiss: 'AT|BB[w20]' }),
  kind('atlassian-token', 'ATA|TT3[w60][w60][w66]', 'jira token', { nearMiss: 'ATA|TT3[w50]' }),
  kind('npm-token', 'np|m_[w36]', 'npm token'),
  kind('npmrc-credential', '[uuid]', 'npm', {
    surroundings: '//registry.npmjs.org/:_authToken={}\n',
    nearMiss: '|${NPM_TOKEN}',
  }),
  kind('pypi-token', 'pypi-|AgEIcHlwaS5vcmc[w60][w60]', 'pypi token', {
    nearMiss: 'pypi-|AgEIcHlwaS5vcmc[w40]',
  }),
  kind('rubygems-key', 'rubygems|_[h48]', 'rubygems api key'),
  kind('crates-token', 'ci|o[w32]', 'cargo token'),
  kind('nuget-key', 'oy|2[l43]', 'nuget api key'),
  kind('clojars-token', 'CLOJARS|_[h60]', 'clojars token'),
  kind('docker-hub-token', 'dckr|_pat_[w27]', 'docker token'),
  kind('artifactory-key', 'AK|Cp[w69]', 'artifactory api key'),
  kind('artifactory-reference', 'cmV|md[w59]', 'artifactory token'),
  kind('sonar-token', 'sq|p_[h40]', 'sonar token'),
  kind('buildkite-token', 'bk|ua_[h40]', 'buildkite token', { nearMiss: 'bk|ua_[h30]' }),
  kind('circleci-token', 'CCI|PAT_[w22]_[h40]', 'circle token'),
  kind('sourcegraph-token', 'sg|p_[h40]', 'sourcegraph token'),
  kind('octopus-key', 'API|-[u26]', 'octopus api key'),
  kind('harness-token', 'pa|t.[w22].[w24].[w20]', 'harness token'),
  kind('postman-key', 'PM|AK-[h24]-[h34]', 'postman api key'),
  kind('readme-key', 'rd|me_[l70]', 'readme api key'),
  kind('prefect-key', 'pn|u_[w36]', 'prefect api key'),
  kind('infracost-key', 'ic|o-[w32]', 'infracost api key'),
  kind('aws-access-key-id', 'AK|IA[u16]', 'aws access key id'),
  kind('aws-access-key-id', 'AS|IA[u16]', 'aws access key id'),
  kind('aws-session-token', 'IQoJb3JpZ2lu|[b200]', 'aws session token', { nearMiss: 'IQoJb3JpZ2lu|[b60]' }),
  kind('aws-bedrock-key', 'AB|SK[b110]', 'bedrock api key', { nearMiss: 'AB|SK[b100]' }),
  kind('aws-secret-access-key', '[b40]', 'aws secret access key', {
    surroundings: 'AWS_SECRET_ACCESS_KEY={}\n',
  }),
  kind('google-api-key', 'AI|za[w35]', 'google api key'),
  kind('google-client-secret', 'GOC|SPX-[w28]', 'google client secret'),
  kind('google-access-token', 'ya|29.[w80]', 'google access token', { nearMiss: 'ya|29.[w25]' }),
  kind('google-refresh-token', '1/|/0[w60]', 'google refresh token', { nearMiss: '1/|/0[w30]' }),
  kind('google-service-account', '[h40]', 'private', { surroundings: '{ "private_key_id": "{}", "a": 1 }' }),
  kind('azure-client-secret', '[w3]8|Q~[w34]', 'azure client secret', { nearMiss: '[w3]8|Q~[w30]' }),
  kind('azure-account-key', '[b86]==', 'storage account key', {
    surroundings: 'DefaultEndpointsProtocol=https;AccountName=a;AccountKey={};EndpointSuffix=b',
    nearMiss: '[b80]==',
  }),
  kind('azure-shared-access-key', '[b43]=', 'bus', {
    surroundings: 'Endpoint=sb://a/;SharedAccessKeyName=Root;SharedAccessKey={}',
    nearMiss: '[b40]=',
  }),
  kind('azure-sas-signature', '[w43]%3D', 'sas', {
    surroundings: 'https://a.blob.core.windows.net/b?sv=2024-11-04&sig={}&se=2026',
    nearMiss: '[w12]',
  }),
  kind('azure-identifiable-key', '[w52]JQ|QJ99[w26]', 'azure api key', { nearMiss: '[w51]JQ|QJ99[w10]' }),
  kind('alibaba-key-id', 'LT|AI[w20]', 'alibaba access key', { nearMiss: 'LT|AI[w14]' }),
  kind('tencent-secret-id', 'AK|ID[w32]', 'tencent secret id'),
  kind('yandex-key', 'AQ|VN[w36]', 'yandex api key', { nearMiss: 'AQ|VN[w30]' }),
  kind('yandex-token', 't1.|[w60].[w86]', 'yandex token'),
  kind('digitalocean-token', 'do|p_v1_[h64]', 'digitalocean token'),
  kind('heroku-key', 'HRKU|-AA[w58]', 'heroku api key', { nearMiss: 'HRKU|-AA[w30]' }),
  kind('heroku-uuid', '[uuid]', 'heroku api key', {
    surroundings: 'HEROKU_API_KEY={}\n',
    nearMiss: '[h8]-[h4]-[h4]-[h12]',
  }),
  kind('fly-token', 'fo|1_[w43]', 'fly token'),
  kind('vercel-token', 'vc|p_[w24]', 'vercel token', { nearMiss: 'vc|p_[w19]' }),
  kind('netlify-token', 'nf|p_[w36]', 'netlify token'),
  kind('cloudflare-token', 'cf|ut_[w40][h8]', 'cloudflare token'),
  kind('cloudflare-origin-key', 'v1|.0-[h24]-[h146]', 'cloudflare origin key'),
  kind('render-key', 'rn|d_[w32]', 'render api key', { nearMiss: 'rn|d_[w20]' }),
  kind('scalingo-token', 'tk|-us-[w48]', 'scalingo token'),
  kind('supabase-key', 'sb|p_[h40]', 'supabase token'),
  kind('planetscale-credential', 'pscale|_pw_[w43]', 'database password', { nearMiss: 'pscale|_pw_[w20]' }),
  kind('neon-key', 'na|pi_[l64]', 'neon api key', { nearMiss: 'na|pi_[l40]' }),
  kind('databricks-token', 'da|pi[h32]', 'databricks token'),
  kind('clickhouse-key', '4b|1d[w38]', 'clickhouse secret'),
  kind('vault-token', 'hv|s.[w95]', 'vault token', { nearMiss: 'hv|s.[w60]' }),
  kind('terraform-cloud-token', '[w14].|atlasv1.[w67]', 'terraform token', {
    nearMiss: '[w14].|atlasv1.[w50]',
  }),
  kind('pulumi-token', 'pu|l-[h40]', 'pulumi access token'),
  kind('doppler-token', 'dp.|pt.[w43]', 'doppler token', { nearMiss: 'dp.|pt.[w30]' }),
  kind('1password-service-token', 'ops_|eyJ[w200]', 'onepassword token', { nearMiss: 'ops_|eyJ[w100]' }),
  kind('1password-secret-key', 'A3|-[u6]-[u6]-[u5]-[u5]-[u5]-[u5]', 'onepassword secret key', {
    nearMiss: 'A3|-[u6]-[u6]-[u5]-[u5]-[u4]',
  }),
  kind('age-secret-key', 'AGE-SECRET|-KEY-1[q58]', 'age key'),
  kind('openshift-token', 'sha256|~[w43]', 'openshift token'),
  kind('tailscale-key', 'ts|key-auth-[w12]-[w32]', 'tailscale key', { nearMiss: 'ts|key-auth-[w12]-[w10]' }),
  kind('wireguard-key', '[b43]=', 'wire', {
    surroundings: '[Interface]\nPrivateKey = {}\nAddress = 10.0.0.1\n',
    nearMiss: '[b40]=',
  }),
  kind('openai-key', 'sk|-proj-[w74]T3Blbk|FJ[w74]', 'openai api key', { nearMiss: 'sk|-proj-[w15]' }),
  kind('openai-key', 'sk|-[w20]T3Blbk|FJ[w20]', 'openai api key', { nearMiss: 'sk|-[w19]' }),
  kind('anthropic-key', 'sk|-ant-api03-[w93]AA', 'anthropic api key', { nearMiss: 'sk|-ant-api03-[w60]' }),
  kind('openrouter-key', 'sk|-or-v1-[h64]', 'openrouter api key'),
  kind('deepseek-key', 'sk|-[h32]', 'deepseek api key'),
  kind('langfuse-key', 'sk|-lf-[uuid]', 'langfuse secret key'),
  kind('langsmith-key', 'ls|v2_pt_[h32]_[h10]', 'langsmith api key'),
  kind('huggingface-token', 'h|f_[c34]', 'hf token'),
  kind('groq-key', 'gs|k_[w52]', 'groq api key'),
  kind('replicate-token', 'r|8_[w37]', 'replicate api token'),
  kind('perplexity-key', 'pp|lx-[w48]', 'perplexity api key'),
  kind('xai-key', 'xa|i-[w80]', 'xai api key', { nearMiss: 'xa|i-[w60]' }),
  kind('cerebras-key', 'cs|k-[l48]', 'cerebras api key'),
  kind('pinecone-key', 'pc|sk_[w6]_[w64]', 'pinecone api key', { nearMiss: 'pc|sk_[w6]_[w30]' }),
  kind('tavily-key', 'tv|ly-[w32]', 'tavily api key'),
  kind('slack-token', 'xo|xb-[d12]-[d12]-[w24]', 'slack token', { nearMiss: 'xo|xb-[d9]' }),
  kind('slack-app-token', 'xa|pp-1-[u11]-[d13]-[h64]', 'slack app token', { nearMiss: 'xa|pp-1-[u11]-[d6]' }),
  kind('slack-webhook', '/services/T[u8]/B[u10]/[w24]', 'slack', {
    surroundings: 'curl https://hooks.slack|.com{}\n',
    nearMiss: '/services/T[u4]',
  }),
  kind('discord-token', 'MT|A[w23].[w6].[w38]', 'discord token', { nearMiss: 'MT|A[w23].[w6].[w20]' }),
  kind('discord-webhook', '[d18]/[w68]', 'discord', {
    surroundings: 'https://discord.com/api/webhooks/{}',
    nearMiss: '[d18]/[w20]',
  }),
  kind('teams-webhook', '/webhookb2/[uuid]@[uuid]/IncomingWebhook/[h32]/[uuid]', 'teams', {
    surroundings: 'https://acme.webhook.office|.com{}',
  }),
  kind('telegram-token', '[d10]:|AA[w33]', 'telegram token', { nearMiss: '[d10]:|AA[w25]' }),
  kind('twilio-key', 'S|K[h32]', 'twilio api key'),
  kind('twilio-auth-token', '[h32]', 'twilio auth token', {
    surroundings: "const client = require('twilio')(accountSid, '{}');\n",
  }),
  kind('sendgrid-key', 'S|G.[w22].[w43]', 'sendgrid api key', { nearMiss: 'S|G.[w22].[w20]' }),
  kind('mailgun-key', 'ke|y-[h32]', 'mailgun api key'),
  kind('mailgun-signing-key', '[h32]|-[h8]-[h8]', 'mailgun api key'),
  kind('mailgun-hex-key', '[h32]', 'mailgun key', { surroundings: 'mailgun = Mailgun("{}")\n' }),
  kind('mailchimp-key', '[h32]|-us14', 'mailchimp api key', { nearMiss: '[h31]|-us14' }),
  kind('mailjet-or-mandrill-key', 'm|d-[w22]', 'mandrill api key'),
  kind('brevo-key', 'xkeysib|-[h64]-[w16]', 'brevo api key'),
  kind('resend-key', 'r|e_[w8]_[w24]', 'resend api key'),
  kind('stripe-key', 'sk|_live_[w24]', 'stripe secret key'),
  kind('stripe-key', 'rk|_test_[w24]', 'stripe api key'),
  kind('stripe-webhook-secret', 'wh|sec_[w32]', 'stripe webhook secret'),
  kind('square-token', 'sq0|atp-[w22]', 'square token'),
  kind('braintree-token', 'access_token|$production$[l16]$[h32]', 'braintree token'),
  kind('plaid-token', 'access|-sandbox-[uuid]', 'plaid token'),
  kind('flutterwave-key', 'FLW|SECK_TEST-[h32]-X', 'flutterwave secret key', {
    nearMiss: 'FLW|SECK_TEST-[h9]',
  }),
  kind('razorpay-key', 'rz|p_live_[w14]', 'razorpay key'),
  kind('shippo-token', 'shippo|_live_[h40]', 'shippo token'),
  kind('easypost-key', 'EZ|AK[h54]', 'easypost api key'),
  kind('duffel-token', 'duffel|_live_[w43]', 'duffel token'),
  kind('shopify-token', 'shp|at_[h32]', 'shopify token'),
  kind('new-relic-key', 'NR|AK-[u27]', 'newrelic api key'),
  kind('new-relic-key', '[h36]NR|AL', 'newrelic license key', { nearMiss: '[h30]NR|AL' }),
  kind('grafana-cloud-token', 'gl|c_eyJ[w60]', 'grafana token', { nearMiss: 'gl|c_eyJ[w20]' }),
  kind('grafana-service-token', 'gl|sa_[w32]_[h8]', 'grafana token'),
  kind('grafana-key', 'eyJr|Ijoi[w80]', 'grafana api key', { nearMiss: 'eyJr|Ijoi[w50]' }),
  kind('sentry-token', 'sntr|yu_[h64]', 'sentry token'),
  kind('dynatrace-token', 'dt0|c01.[u24].[u64]', 'dynatrace token'),
  kind('honeycomb-key', 'hca|ik_[l58]', 'honeycomb api key'),
  kind('posthog-key', 'ph|x_[w43]', 'posthog api key'),
  kind('linear-key', 'lin|_api_[w40]', 'linear api key', { nearMiss: 'lin|_api_[w20]' }),
  kind('notion-token', 'nt|n_[d11][w35]', 'notion token'),
  kind('notion-token', 'sec|ret_[w43]', 'notion token'),
  kind('figma-token', 'fi|gd_[w40]', 'figma token'),
  kind('airtable-token', 'pa|t[w14].[h64]', 'airtable token'),
  kind('dropbox-token', 's|l.[w135]', 'dropbox token', { nearMiss: 's|l.[w100]' }),
  kind('contentful-token', 'CFP|AT-[w43]', 'contentful token'),
  kind('typeform-token', 'tf|p_[w44]_[w14]', 'typeform token', { nearMiss: 'tf|p_[w30]' }),
  kind('hubspot-token', 'pa|t-na1-[uuid]', 'hubspot token'),
  kind('launchdarkly-key', 'sd|k-[uuid]', 'launchdarkly sdk key'),
  kind('mapbox-token', 's|k.eyJ[w60].[w22]', 'mapbox secret token', { nearMiss: 's|k.eyJ[w60].[w10]' }),
  kind('maxmind-key', '[w6]_[w29]_|mmk', 'maxmind license key', { nearMiss: '[w6]_[w20]_|mmk' }),
  kind('facebook-token', 'EA|AM[w150]', 'facebook token', { nearMiss: 'EA|AM[w80]' }),
  kind('twitter-bearer', 'AAAAAAAAAAA|AAAAAAAAAAA[w90]', 'twitter bearer token', {
    nearMiss: 'AAAAAAAAAAA|AAAAAAAAAAA[w50]',
  }),
  kind('twitch-token', 'oau|th:[l30]', 'twitch token'),
  kind('frameio-token', 'fi|o-u-[w64]', 'frameio token'),
  kind('adobe-secret', 'p8|e-[w32]', 'adobe client secret'),
  kind('json-web-token', '[jwt]', 'jwt token', { nearMiss: 'ey|Jh[w10].[w10].[w10]' }),
  kind('json-web-key', '[w43]', 'jwk', { surroundings: '{"kty":"EC","x":"a","d":"{}"}', nearMiss: '[w30]' }),
  kind('url-password', '[w12]', 'url', {
    surroundings: 'postgres://app:{}@db.internal:5432/app',
    nearMiss: '|password',
  }),
  kind('url-password', '[l16]', 'url', {
    surroundings: 'amqps://svc:{}@[2001:db8::1]/',
    nearMiss: '|${PASSWORD}',
  }),
  kind('url-password', '[w20]', 'url', {
    surroundings: 'REDIS_URL=redis://:{}@cache:6379/0',
    nearMiss: '|<password>',
  }),
  kind('url-token', '[w36]', 'url', {
    surroundings: 'git clone https://{}@git.internal.dev/a/b.git',
    nearMiss: '|deploy',
  }),
  kind('authorization-basic', '[basic]', 'header', {
    surroundings: 'Authorization: Basic {}\n',
    nearMiss: '|dXNlcjpwYXNz',
  }),
  kind('authorization-bearer', '[w40]', 'header', {
    surroundings: 'Authorization: Bearer {}\n',
    nearMiss: '|some-token-goes-here',
  }),
  kind('docker-auth', '[basic]', 'auth', {
    surroundings: '{"auths":{"a.io":{"auth":"{}"}}}',
    nearMiss: '|dXNlcjpwYXNz',
  }),
  kind('kubernetes-client-key', '[b200]', 'kube', {
    surroundings: 'users:\n- user:\n    client-key-data: {}\n',
    nearMiss: '[b20]',
  }),
  kind('netrc-password', '[w16]', 'netrc', {
    surroundings: 'machine api.internal.dev\n  login deploy\n  password {}\n',
    nearMiss: '|password',
  }),
  kind('curl-password', '[w14]', 'curl', {
    surroundings: 'curl -s -u deploy:{} https://api.internal.dev/\n',
    nearMiss: '|password',
  }),
  kind('option-password', '[w14]', 'option', {
    surroundings: 'sshpass -p {} ssh host\n',
    nearMiss: '|$PASSWORD',
  }),
  kind('sql-password', '[w14]', 'sql', {
    surroundings: "CREATE USER app IDENTIFIED BY '{}';\n",
    nearMiss: '|password',
  }),
  kind('password-setting', 'Vq[d2]![c6][d1]', 'db password', { nearMiss: '|changeme' }),
  kind('secret-setting', '[w32]', 'client secret', { nearMiss: '|your-client-secret-here' }),
  kind('secret-setting', '[h64]', 'session secret', { nearMiss: '|session-secret-for-tests' }),
  kind('secret-setting', '[uuid]', 'service token', { nearMiss: '|token-of-the-service' }),
  kind('datadog-key', '[h32]', 'datadog', { surroundings: 'statsd.init(datadog, "{}")' }),
  kind('algolia-key', '[h32]', 'algolia', { surroundings: 'algoliasearch("APPID", "{}")' }),
  kind('okta-token', '00[w40]', 'okta', { surroundings: 'okta = Okta("{}")' }),
  kind('cohere-key', '[w40]', 'cohere', { surroundings: 'cohere.Client("{}")' }),
  kind('mistral-key', '[w32]', 'mistral', { surroundings: 'mistral = Mistral("{}")' }),
  kind('fastly-token', '[w32]', 'fastly', { surroundings: 'Fastly-Key: {}' }),
  kind('snyk-token', '[uuid]', 'snyk', { surroundings: 'snyk auth {}' }),
  kind('codecov-token', '[uuid]', 'codecov', { surroundings: 'codecov -t {}' }),
  kind('cloudflare-global-key', '[h37]', 'cloudflare', {
    surroundings: 'cloudflare.Client(email, "{}")',
    nearMiss: '[h36]',
  }),
  kind('twitter-secret', '[w45]', 'twitter', { surroundings: 'twitter.login("{}")', nearMiss: '[w44]' }),
  kind('facebook-secret', '[h32]', 'facebook', { surroundings: 'Facebook(app, "{}")' }),
  kind('azure-hex-key', '[h32]', 'azure', { surroundings: 'Ocp-Apim-Subscription-Key: {}' }),
  kind('azure-devops-token', '[a52]', 'azure', { surroundings: 'az devops login {}' }),
  kind('jenkins-token', '11[h32]', 'jenkins', { surroundings: 'jenkins -auth admin:{}' }),
  kind('bitbucket-secret', '[w64]', 'bitbucket', { surroundings: 'bitbucket(id, "{}")' }),
  kind('zendesk-key', '[w40]', 'zendesk', { surroundings: 'zendesk.login("{}")' }),
  kind('mattermost-token', '[l26]', 'mattermost', { surroundings: 'mattermost login {}' }),
  kind('elasticsearch-key', '[b58]==', 'elastic', {
    surroundings: 'Authorization: ApiKey {}',
    nearMiss: '[b40]==',
  }),
  kind('rails-secret', '[h128]', 'rails', { surroundings: 'secret_key_base {}', nearMiss: '[h12]' }),
];
