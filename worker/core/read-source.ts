/**
 * What a person pasted, read as a repository on GitHub or the address of a site, in every form people paste: names, addresses of pages
 * and archives, commands. Asks nobody. What it cannot read is refused with what was found and what to do instead.
 */

import { AppError } from './errors.ts';
import { meantAddress, meantRepository, meantScheme } from './mistyped-address.ts';
import { cleanPastedText, withoutCredentials } from './pasted-text.ts';
import { pageOf, readGitHubPath } from './read-github-path.ts';
import { readRef } from './source-names.ts';
import type { PastedSource } from './source.ts';

/** Longer than any address people paste; what follows works on the whole text several times. */
const maxLength = 2_000;

const elsewhere = 'Index a clone of it with `npx wherefore index <folder>`, or upload its archive';

/** Hosts of git repositories that are not read from, by the end of their name. */
const otherHosts =
  /^(?:www\.)?(?:gitlab\.com|bitbucket\.org|codeberg\.org|gitea\.com|git\.sr\.ht|sourceforge\.net|dev\.azure\.com|gitee\.com)$/;

/** @throws AppError `source_invalid` */
export function readSource(text: string): PastedSource {
  if (text.length > maxLength)
    throw invalid(`The text has ${text.length} characters; an address has ${maxLength} at most`);
  const { text: cleaned, ref } = cleanPastedText(text);
  if (cleaned === '') throw invalid('The text is empty');
  const page = readPage(cleaned);
  if (page.kind === 'web') return page;
  return { ...page, ref: ref === undefined ? page.ref : readRef(ref) };
}

function readPage(text: string): PastedSource {
  const address = addressOf(text);
  if (address === undefined) return readShort(text);
  const { url, isGit } = address;
  const host = url.hostname.replace(/^www\./, '');
  if (/^gist\.github(?:usercontent)?\.com$/.test(host))
    throw invalid(`${shown(text)} is a gist, which is not read. ${elsewhere}`);
  const page = readGitHubPath(host, url, isGit);
  if (page !== undefined) return { kind: 'github', ...page };
  const isRepository = isGit || otherHosts.test(host) || /\.git\/?$/.test(url.pathname);
  if (isRepository)
    throw invalid(
      `${shown(text)} is on ${url.host}; of code hosts GitHub alone is read. ${elsewhere}`,
      meantRepository(url),
    );
  if (url.username !== '' || url.password !== '')
    throw invalid(
      'The address holds a user name or a password, which a page of documentation has no use for',
    );
  url.hash = '';
  return { kind: 'web', start: url.href };
}

/** `owner/name`, `owner/name@ref`, `owner/name#ref`, with or without `github:` before. */
function readShort(text: string): PastedSource {
  const short = text.replace(/^(?:github|gh):\/*/i, '');
  if (/^(?:[.~]{0,2}\/|[A-Za-z]:[\\/]|\\)|^\.{1,2}$/.test(short))
    throw invalid(
      `${shown(text)} is a path on a machine. Index a folder with \`npx wherefore index <folder>\``,
    );
  const site = siteWithoutScheme(short);
  if (site !== undefined) throw site;
  const [, named = '', mark = '', ref = ''] = /^([^@#]*)(?:([@#])(.*))?$/s.exec(short) ?? [];
  const segments = named.replace(/\/+$/, '').split('/');
  const [owner = '', name = '', ...path] = segments;
  if (/\s/.test(named) || segments.length < 2) throw notRead(text);
  if (path.length > 0)
    throw invalid(
      `${shown(text)} has more than owner and name. For a folder of it give \`subdirectory\`, or its page: ` +
        `https://github.com/${shownBare(`${owner}/${name}`)}/tree/<branch>/<folder>`,
    );
  // `owner/name#12` is how people write an issue.
  const isRef = mark !== '' && !(mark === '#' && /^\d*$/.test(ref));
  return { kind: 'github', ...pageOf([owner, name]), ref: isRef ? readRef(ref) : undefined };
}

/** Refused is what lacks the scheme a site is asked by, or has one with a colon or a letter too few. */
function siteWithoutScheme(text: string): AppError | undefined {
  const [, scheme = '', rest = ''] = /^([A-Za-z]{2,8})(?::\/*|\/\/)(\S+\.\S+)$/.exec(text) ?? [];
  const kind = /^https?$/i.test(scheme) ? scheme.toLowerCase() : meantScheme(scheme);
  if (kind !== undefined && rest !== '')
    return invalid(`${shown(text)} has its scheme mistyped`, `${kind}://${rest}`);
  const meant = meantAddress(text);
  if (meant === undefined) return undefined;
  const repository = URL.canParse(meant) ? meantRepository(new URL(meant)) : undefined;
  const put = meant.slice(0, meant.indexOf('//') + 2);
  return invalid(
    `${shown(text)} names no scheme: if it is the address of a site, put ${put} before it`,
    repository ?? meant,
  );
}

/** The text as an address; `isGit` where it is one only git asks, whose fragment is a ref. Undefined where it is none. */
function addressOf(text: string): { readonly url: URL; readonly isGit: boolean } | undefined {
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
    // `ssh://git@host:owner/name` is as frequent as it is wrong.
    return {
      url: parse(`https://${rest.replace(/^((?:[^/@]*@)?[^/:@]+):(?!\d+\/)/, '$1/')}`, text),
      isGit: true,
    };
  const meant = meantScheme(kind);
  if (meant !== undefined)
    throw invalid(`${shown(text)} begins with ${kind}:, a mistyped ${meant}:`, `${meant}://${rest}`);
  throw invalid(`${shown(text)} begins with ${kind}:, which is not asked. ${elsewhere}`);
}

function parse(address: string, text: string): URL {
  // An error of the parser would tell the address whole.
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || /\s/.test(text)) throw notRead(text);
  return url;
}

function shown(text: string): string {
  return JSON.stringify(shownBare(text));
}

function shownBare(text: string): string {
  const plain = tellable(text);
  return plain.length > 80 ? `${plain.slice(0, 79)}…` : plain;
}

/** Without what is told to nobody, and what nobody sees. */
function tellable(text: string): string {
  return withoutCredentials(text).replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ');
}

function notRead(text: string): AppError {
  return invalid(`${shown(text)} is neither \`owner/name\` nor an address`);
}

/** @param didYouMean what may be pasted instead */
function invalid(message: string, didYouMean?: string): AppError {
  if (didYouMean === undefined) return new AppError('source_invalid', `${message}.`);
  return new AppError('source_invalid', `${message}. Did you mean ${shownBare(didYouMean)}?`, {
    details: { didYouMean: tellable(didYouMean) },
  });
}
