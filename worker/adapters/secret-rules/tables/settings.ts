/**
 * Secrets that only the name of their setting reveals: `password = "…"`, `API_TOKEN=…`, `<secret>…</secret>`. The value must look random or like a
 * password, and must not be a placeholder or an expression.
 */

import { isRandomToken, isRealBarePassword, isRealPassword, isServiceValue } from '../real-value.ts';
import { inEachCase, type SecretRule } from '../secret-rule.ts';

/** Matches what may be between a name and its value: quotes, brackets, a type, the separator, or the keys of a name-value list. */
const nameEnd = String.raw`(?:[\w-]{0,30}(?![\w-]))(?:\\?["'\x60]|[\])*]){0,4}`;
const typeAnnotation = String.raw`(?:[ \t]{0,4}:[ \t]{0,2}[&A-Za-z][\w'&<>|?. ]{0,24}(?=[ \t]{0,4}=[^=>]))?`;
const separator = String.raw`[ \t]{0,16}(?:\{ get; set; \} =|=>|:=|\?\?=|\|\|=|\?=|\?\?|\|\||::?|==?|,|\(|>|\||is:|is|or|[ \t])(?:[*\]]{0,2})`;
const fallbackExpression = String.raw`(?:[ \t]{0,4}(?:(?:process\.env|System\.getenv|os\.environ|os\.getenv|ENV|env|getenv)[\w.()[\]"']{0,60}[ \t]{0,2}(?:\?\?|\|\||\?:|or)))?`;
const listEntry = String.raw`\\?["'\x60]?\s{0,4}(?:,|\{|/>)?\s{0,40}(?:(?:type|description|sensitive)[^\n]{0,80}\n\s{0,20}){0,3}["']?(?:value|Value|default|VALUE)["']?[ \t]{0,8}[=:]`;
const betweenNameAndValue = String.raw`(?:${nameEnd}(?:${typeAnnotation}${separator}${fallbackExpression}|${listEntry}))[ \t]{0,8}`;

/** A value in quotes of any kind, escaped or not. */
const quotedValue = String.raw`(?:[bruf@$]{0,2})(?:\\"([^"\\\r\n]{6,300})\\"|"((?:[^"\\\r\n]|\\.){6,300})"|'((?:[^'\\\r\n]|\\.){6,300})'|\x60([^\x60\\\r\n]{6,300})\x60)`;
const bareValue = String.raw`((?:[^\s"'\x60<>,;&|(){}\[\]]|[,;&|](?=[^\s"'\x60<>])(?![\w .-]{1,30}=)){8,300})(?=[\s<,;&|"'\x60)}\]\\]|$)`;

const secretNames = inEachCase(
  'secret',
  'token',
  'credential',
  'apikey',
  'api_key',
  'api-key',
  'api key',
  'api.key',
  'accesskey',
  'access_key',
  'access-key',
  'access key',
  'access.key',
  'authkey',
  'auth_key',
  'accountkey',
  'account_key',
  'account-key',
  'account key',
  'account.key',
  'masterkey',
  'master_key',
  'master-key',
  'privatekey',
  'private_key',
  'private-key',
  'encryption_key',
  'encryptionkey',
  'encryption-key',
  'signing_key',
  'signingkey',
  'signing-key',
  'app_key',
  'appkey',
  'app-key',
  'license_key',
  'licensekey',
).concat(
  'apiKey',
  'ApiKey',
  'APIKey',
  'accessKey',
  'AccessKey',
  'authKey',
  'AuthKey',
  'accountKey',
  'AccountKey',
  'masterKey',
  'MasterKey',
  'privateKey',
  'PrivateKey',
  'encryptionKey',
  'EncryptionKey',
  'signingKey',
  'SigningKey',
  'appKey',
  'AppKey',
  'licenseKey',
  'LicenseKey',
  'API Key',
  'Api-Key',
  'API-Key',
  'Api Key',
  'Access Key',
  'Access-Key',
  'Account Key',
  'Account-Key',
);
const secretName = String.raw`(?<!public[-_ ]?key[-_ ]?)(?:secret|token|credential|(?:api|access|auth|account|master|private|encryption|signing|app|license)[-_ .]?key)`;

const passwordNames = [
  ...inEachCase('password', 'passwd', 'passphrase', 'pwd', 'passwort'),
  'passPhrase',
  'PassPhrase',
  '_PASS',
  '_pass',
  'pass:',
  'pass =',
  'pass=',
  'Pass:',
  'Pass =',
  "pass'",
  'pass"',
  'PASS=',
  'PASS =',
  '-pass',
];
const passwordName = String.raw`(?:pass(?:word|wd|phrase|wort)|pwd|[_-]pass|pass(?=[:'" =]))`;

export const settingRules: readonly SecretRule[] = [
  createServiceRule(
    'aws-secret-access-key',
    'AWS secret access key',
    ['aws', 'amazon', 'secret_access', 'secretaccess'],
    '[A-Za-z0-9+/]{40}',
  ),
  createServiceRule('twilio-auth-token', 'Twilio auth token', ['twilio'], '[0-9a-f]{32}'),
  createServiceRule('heroku-uuid', 'Heroku API key', ['heroku'], uuidPattern()),
  createServiceRule(
    'datadog-key',
    'Datadog key',
    ['datadog', 'dd_api', 'dd_app'],
    '[0-9a-f]{40}|[0-9a-f]{32}',
  ),
  createServiceRule('algolia-key', 'Algolia key', ['algolia'], '[0-9a-f]{32}'),
  createServiceRule('okta-token', 'Okta token', ['okta'], String.raw`00[\w-]{40}`),
  createServiceRule('cohere-key', 'Cohere key', ['cohere'], '[A-Za-z0-9]{40}'),
  createServiceRule('mistral-key', 'Mistral key', ['mistral'], '[A-Za-z0-9]{32}'),
  createServiceRule('fastly-token', 'Fastly token', ['fastly'], String.raw`[\w-]{32}`),
  createServiceRule('snyk-token', 'Snyk token', ['snyk'], uuidPattern()),
  createServiceRule('codecov-token', 'Codecov token', ['codecov'], uuidPattern()),
  createServiceRule(
    'cloudflare-global-key',
    'Cloudflare global key',
    ['cloudflare'],
    String.raw`[0-9a-f]{37}|[\w-]{40}`,
  ),
  createServiceRule('mailgun-hex-key', 'Mailgun key', ['mailgun'], '[0-9a-f]{32}'),
  createServiceRule(
    'twitter-secret',
    'Twitter key or secret',
    ['twitter'],
    '[0-9]{15,25}-[A-Za-z0-9]{20,40}|[A-Za-z0-9]{50}|[A-Za-z0-9]{45}',
  ),
  createServiceRule('facebook-secret', 'Facebook app secret', ['facebook'], '[0-9a-f]{32}'),
  createServiceRule(
    'azure-hex-key',
    'Azure service key',
    ['azure', 'subscription-key', 'Subscription-Key', 'subscriptionKey', 'subscription_key'],
    '[0-9a-f]{32}',
  ),
  createServiceRule(
    'azure-devops-token',
    'Azure DevOps token',
    ['azure', 'devops', 'system_accesstoken'],
    '[a-z2-7]{52}',
  ),
  createServiceRule('jenkins-token', 'Jenkins token', ['jenkins'], '11[0-9a-f]{32}'),
  createServiceRule('bitbucket-secret', 'Bitbucket client secret', ['bitbucket'], String.raw`[\w=-]{64}`),
  createServiceRule('zendesk-key', 'Zendesk key', ['zendesk'], '[A-Za-z0-9]{40}'),
  createServiceRule('mattermost-token', 'Mattermost token', ['mattermost'], '[a-z0-9]{26}'),
  createServiceRule(
    'elasticsearch-key',
    'Elasticsearch API key',
    ['ApiKey ', 'apikey '].map((word) => word.trim()),
    '[A-Za-z0-9+/]{58}==',
  ),
  createServiceRule(
    'rails-secret',
    'secret of a web application',
    ['secret_key_base', 'app_key'],
    '[0-9a-f]{64,128}|base64:[A-Za-z0-9+/]{43}=',
  ),
  createSettingRule('password-setting', 'password in a setting', {
    hints: passwordNames,
    name: passwordName,
    value: quotedValue,
    accepts: isRealPassword,
  }),
  createSettingRule('password-bare', 'password in a setting without quotes', {
    hints: passwordNames,
    name: passwordName,
    value: bareValue,
    accepts: isRealBarePassword,
  }),
  createSettingRule('secret-setting', 'secret, token or key in a setting', {
    hints: secretNames,
    name: secretName,
    value: quotedValue,
    accepts: isRandomToken,
  }),
  createSettingRule('secret-bare', 'secret, token or key in a setting without quotes', {
    hints: secretNames,
    name: secretName,
    value: bareValue,
    accepts: isRandomToken,
  }),
];

function uuidPattern(): string {
  return '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
}

function createSettingRule(
  id: string,
  displayName: string,
  {
    hints,
    name,
    value,
    accepts,
  }: { hints: readonly string[]; name: string; value: string; accepts: (value: string) => boolean },
): SecretRule {
  return {
    id,
    displayName,
    hints,
    pattern: new RegExp(name + betweenNameAndValue + value, 'iy'),
    accepts,
    entropy: 2.5,
    boundary: 'inside',
  };
}

/** Creates a rule for a value of a known format that follows the name of its service on the same line. */
function createServiceRule(
  id: string,
  displayName: string,
  words: readonly string[],
  value: string,
): SecretRule {
  const pattern = new RegExp(
    String.raw`(?:${words.join('|')})[^\n]{0,60}?(?<![\w+/.-])(${value})(?![\w+/-])`,
    'iy',
  );
  return {
    id,
    displayName,
    hints: inEachCase(...words),
    pattern,
    accepts: isServiceValue,
    entropy: 3,
    boundary: 'inside',
  };
}
