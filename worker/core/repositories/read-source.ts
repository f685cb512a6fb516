/**
 * Parses pasted text as a GitHub repository or the address of a site: names, addresses of pages and archives, and commands. Sends no
 * requests. An error says what was found and what to enter instead.
 */

import { AppError } from '../errors.ts';
import { truncate } from '../text/truncate.ts';
import { suggestAddress, suggestRepository, suggestScheme } from './suggestions.ts';
import { cleanPastedText, removeCredentials } from './clean-pasted-text.ts';
import { parseGitHubPage, readGitHubPath } from './read-github-path.ts';
import { parseRef } from './repository-names.ts';
import type { PastedSource } from './source.ts';

/** Longer than any pasted address; parsing scans the text several times. */
const maxLength = 2_000;

const alternative = 'Index a clone with `npx wherefore index <folder>`, or upload an archive';

/** Unsupported git hosts. */
const otherHosts =
  /^(?:www\.)?(?:gitlab\.com|bitbucket\.org|codeberg\.org|gitea\.com|git\.sr\.ht|sourceforge\.net|dev\.azure\.com|gitee\.com)$/;

/** @throws AppError `source_invalid` */
export function readSource(text: string): PastedSource {
  if (text.length > maxLength)
    throw invalid(`The text has ${text.length} characters; the maximum is ${maxLength}`);
  const { text: cleaned, ref } = cleanPastedText(text);
  if (cleaned === '') throw invalid('The text is empty');
  const page = readPage(cleaned);
  if (page.kind === 'web') return page;
  return { ...page, ref: ref === undefined ? page.ref : parseRef(ref) };
}

function readPage(text: string): PastedSource {
  const address = parseAddress(text);
  if (address === undefined) return readShortForm(text);
  const { url, isGit } = address;
  const host = url.hostname.replace(/^www\./, '');
  if (/^gist\.github(?:usercontent)?\.com$/.test(host))
    throw invalid(`${quote(text)} is a gist, which is not supported. ${alternative}`);
  const page = readGitHubPath(host, url, isGit);
  if (page !== undefined) return { kind: 'github', ...page };
  const isRepository = isGit || otherHosts.test(host) || /\.git\/?$/.test(url.pathname);
  if (isRepository)
    throw invalid(
      `${quote(text)} is on ${url.host}; GitHub is the only supported code host. ${alternative}`,
      suggestRepository(url),
    );
  if (url.username !== '' || url.password !== '')
    throw invalid(
      'The address contains a user name or password, which documentation does not need; remove it',
    );
  url.hash = '';
  return { kind: 'web', start: url.href };
}

/** `owner/name`, `owner/name@ref` or `owner/name#ref`, optionally with the prefix `github:`. */
function readShortForm(text: string): PastedSource {
  const short = text.replace(/^(?:github|gh):\/*/i, '');
  if (/^(?:[.~]{0,2}\/|[A-Za-z]:[\\/]|\\)|^\.{1,2}$/.test(short))
    throw invalid(`${quote(text)} is a local path. Index a folder with \`npx wherefore index <folder>\``);
  const schemeError = checkScheme(short);
  if (schemeError !== undefined) throw schemeError;
  const [, named = '', mark = '', ref = ''] = /^([^@#]*)(?:([@#])(.*))?$/s.exec(short) ?? [];
  const segments = named.replace(/\/+$/, '').split('/');
  const [owner = '', name = '', ...path] = segments;
  if (/\s/.test(named) || segments.length < 2) throw unreadable(text);
  if (path.length > 0)
    throw invalid(
      `${quote(text)} has more than an owner and a name. For a folder, set \`subdirectory\`, or enter its page: ` +
        `https://github.com/${displayText(`${owner}/${name}`)}/tree/<branch>/<folder>`,
    );
  // `owner/name#12` is how people write an issue.
  const isRef = mark !== '' && !(mark === '#' && /^\d*$/.test(ref));
  return { kind: 'github', ...parseGitHubPage([owner, name]), ref: isRef ? parseRef(ref) : undefined };
}

/** The error for a site's address whose scheme is missing or contains a typo. */
function checkScheme(text: string): AppError | undefined {
  const [, scheme = '', rest = ''] = /^([A-Za-z]{2,8})(?::\/*|\/\/)(\S+\.\S+)$/.exec(text) ?? [];
  const kind = /^https?$/i.test(scheme) ? scheme.toLowerCase() : suggestScheme(scheme);
  if (kind !== undefined && rest !== '')
    return invalid(`${quote(text)} has a typo in its scheme`, `${kind}://${rest}`);
  const suggestion = suggestAddress(text);
  if (suggestion === undefined) return undefined;
  const repository = URL.canParse(suggestion) ? suggestRepository(new URL(suggestion)) : undefined;
  const prefix = suggestion.slice(0, suggestion.indexOf('//') + 2);
  return invalid(
    `${quote(text)} has no scheme; if it is the address of a site, add ${prefix} before it`,
    repository ?? suggestion,
  );
}

/** The text as an address, or undefined. `isGit`: only git uses the address, and its fragment is a ref. */
function parseAddress(text: string): { readonly url: URL; readonly isGit: boolean } | undefined {
  const scp = /^(?:[\w.-]+@)([\w.-]+\.[A-Za-z]+):(?!\/\/)(.+)$/s.exec(text);
  if (scp !== null)
    return { url: parse(`https://${scp[1] ?? ''}/${(scp[2] ?? '').replace(/^\/+/, '')}`, text), isGit: true };
  const [, git, scheme, rest] = /^(git\+)?([A-Za-z][A-Za-z0-9.-]*):\/{1,2}(.*)$/s.exec(text) ?? [];
  if (scheme === undefined || rest === undefined) {
    const bare = text.replace(/^\/\//, '');
    const isKnown =
      /^(?:[\w-]+\.)*(?:github|githubusercontent|gitlab|bitbucket|codeberg|gitea)\.(?:com|org|dev)(?::\d+)?(?:[/?#]|$)/i.test(
        bare,
      );
    return isKnown ? { url: parse(`https://${bare}`, text), isGit: false } : undefined;
  }
  const kind = scheme.toLowerCase();
  if (kind === 'github' || kind === 'gh') return undefined;
  if (kind === 'http' || kind === 'https')
    return { url: parse(`${kind}://${rest}`, text), isGit: git !== undefined };
  if (kind === 'ssh' || kind === 'git')
    // `ssh://git@host:owner/name` is invalid but common.
    return {
      url: parse(`https://${rest.replace(/^((?:[^/@]*@)?[^/:@]+):(?!\d+\/)/, '$1/')}`, text),
      isGit: true,
    };
  const suggestion = suggestScheme(kind);
  if (suggestion !== undefined)
    throw invalid(`${quote(text)} begins with ${kind}:, a typo of ${suggestion}:`, `${suggestion}://${rest}`);
  throw invalid(`${quote(text)} begins with ${kind}:, which is not supported. ${alternative}`);
}

function parse(address: string, text: string): URL {
  // The parser's own error would contain the whole address, credentials included.
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || /\s/.test(text)) throw unreadable(text);
  return url;
}

function quote(text: string): string {
  return JSON.stringify(displayText(text));
}

function displayText(text: string): string {
  return truncate(sanitize(text), 80);
}

/** Removes credentials and invisible characters. */
function sanitize(text: string): string {
  return removeCredentials(text).replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ');
}

function unreadable(text: string): AppError {
  return invalid(`${quote(text)} is neither \`owner/name\` nor an address`);
}

/** @param didYouMean a suggestion to paste instead */
function invalid(message: string, didYouMean?: string): AppError {
  if (didYouMean === undefined) return new AppError('source_invalid', `${message}.`);
  return new AppError('source_invalid', `${message}. Did you mean ${displayText(didYouMean)}?`, {
    details: { didYouMean: sanitize(didYouMean) },
  });
}
