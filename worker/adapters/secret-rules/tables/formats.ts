/** Secrets identified by their format: keys, self-describing tokens, URLs, headers and configuration files of tools. */

import {
  isBasicPair,
  isJwt,
  isNotUrlPlaceholder,
  isRandomToken,
  isRealPassword,
  isRealToken,
  isRealUrlPassword,
} from '../real-value.ts';
import { inEachCase, type SecretRule } from '../secret-rule.ts';

export const formatRules: readonly SecretRule[] = [
  {
    id: 'json-web-token',
    displayName: 'JSON Web Token',
    hints: ['eyJ'],
    pattern: /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{16,}/y,
    accepts: isJwt,
    boundary: 'inside',
  },
  {
    id: 'json-web-encryption',
    displayName: 'encrypted JSON Web Token',
    hints: ['eyJ'],
    pattern: /(?<![\w-])eyJ[\w-]{16,}\.[\w-]*\.[\w-]{16,}\.[\w-]{16,}\.[\w-]{16,}/y,
    accepts: isJwt,
    boundary: 'inside',
  },
  {
    id: 'json-web-key',
    displayName: 'private part of a JSON Web Key',
    hints: ['"d"', "'d'"],
    pattern: /["']d["']\s{0,4}:\s{0,4}["']([\w-]{40,800})["']/y,
    accepts: isRandomToken,
  },
  {
    id: 'putty-private-key',
    displayName: 'PuTTY private key',
    hints: ['Private-Lines:'],
    pattern: /Private-Lines: \d{1,3}\r?\n((?:[A-Za-z0-9+/=]{1,80}\r?\n?){1,200})/y,
  },
  {
    id: 'encoded-private-key',
    displayName: 'PEM private key in base64',
    hints: ['LS0tLS1CRUdJTi'],
    pattern:
      /LS0tLS1CRUdJTi(?=[A-Za-z0-9+/]{0,20}(?:UFJJVkFURSBLRV|BSSVZBVEUgS0VZ|QUklWQVRFIEtFW))(?:[A-Za-z0-9+/=]|\\n|\r?\n[ \t]{0,40}){40,20000}/y,
    boundary: 'inside',
    // The marker is sufficient. A key of this length contains short words by chance.
    accepts: () => true,
    entropy: 0,
  },
  {
    id: 'url-password',
    displayName: 'password in a URL',
    hints: ['://'],
    pattern: /:\/\/[^\s:@/"'`<>()]{0,100}:([^\s/"'`<>]{3,200})@(?=[\w.[\-*(])/y,
    boundary: 'inside',
    entropy: 2,
    accepts: isRealUrlPassword,
  },
  {
    id: 'url-password-of-host',
    displayName: 'password in a URL of a real host',
    hints: ['://'],
    pattern:
      /:\/\/[^\s:@/"'`<>()]{0,100}:([^\s:@/"'`<>\\]{6,200})@(?!(?:localhost|127\.|0\.0|host|hostname|server|domain|your|my|test|foo|some)|[\w.-]{0,100}(?:example|\.(?:test|invalid|local|localhost)\b))(?=[a-z][\w-]{0,60}\.[a-z])/y,
    boundary: 'inside',
    accepts: isNotUrlPlaceholder,
  },
  {
    id: 'url-password-with-slash',
    displayName: 'password with a slash in a URL',
    hints: ['://'],
    pattern: /:\/\/[^\s:@/"'`<>()]{1,100}:([^\s@"'`<>]{8,100})@(?=[a-z][\w.-]{2,80}[:/])/y,
    boundary: 'inside',
    accepts: (value) => isRealPassword(value) && !/^\d+\//.test(value),
  },
  {
    id: 'url-token',
    displayName: 'token in place of a user in a URL',
    hints: ['://'],
    pattern: /:\/\/([\w.~-]{20,200})(?::(?:x-oauth-basic)?)?@(?=[\w.[-])/y,
    boundary: 'inside',
    accepts: isRandomToken,
  },
  {
    id: 'authorization-basic',
    displayName: 'user and password in an HTTP header',
    hints: ['Basic ', 'basic ', 'BASIC '],
    pattern: /basic +([A-Za-z0-9+/]{8,400}={0,2})(?![\w+/=-])/iy,
    accepts: isBasicPair,
  },
  {
    id: 'authorization-bearer',
    displayName: 'token in an HTTP header',
    hints: ['Bearer ', 'bearer ', 'BEARER '],
    pattern: /bearer +([\w.~+/-]{16,2000}={0,2})/iy,
    accepts: isRandomToken,
  },
  {
    id: 'docker-auth',
    displayName: 'user and password of a container registry',
    hints: ['"auth"', '\\"auth\\"', "'auth'"],
    pattern: /\\?["']auth\\?["']\s{0,4}:\s{0,4}\\?["']([A-Za-z0-9+/]{8,400}={0,2})\\?["']/y,
    accepts: isBasicPair,
  },
  {
    id: 'kubernetes-client-key',
    displayName: 'private key of a Kubernetes user',
    hints: ['client-key-data'],
    pattern: /client-key-data["']?:\s{0,4}["']?([A-Za-z0-9+/]{40,20000}={0,2})/y,
  },
  {
    id: 'netrc-password',
    displayName: 'password in a netrc file',
    hints: ['machine '],
    pattern:
      /machine[ \t]+[^\s]{1,200}\s{1,10}login\s{1,4}[^\s]{1,100}\s{1,10}password\s{1,4}([^\s]{6,200})/y,
    accepts: (value) => isRealToken(value) && isRealUrlPassword(value),
    entropy: 2,
  },
  {
    id: 'curl-password',
    displayName: 'user and password in a curl command',
    hints: ['curl '],
    pattern: /curl [^\n]{0,200}?(?:-u|--user)[ =]{0,2}["']?[^\s:"'$]{1,80}:([^\s"']{6,200})/y,
    accepts: isRealUrlPassword,
    entropy: 2,
  },
  {
    id: 'option-password',
    displayName: 'password in a command',
    hints: ['sshpass ', 'mysql ', 'mysqldump ', 'PGPASSWORD'],
    pattern:
      /(?:sshpass -p ?|mysql(?:dump)? [^\n]{0,100}?-p|PGPASSWORD[ \t]{0,2}=[ \t]{0,2})["']?([^\s"'|]{6,200})/y,
    accepts: isRealUrlPassword,
    entropy: 2,
  },
  {
    id: 'sql-password',
    displayName: 'password of a database user',
    hints: inEachCase('identified by ', 'identified with '),
    pattern: /identified (?:with \w{1,40} )?by ["']([^"'\n]{6,200})["']/iy,
    accepts: isRealUrlPassword,
    entropy: 2,
  },
];
