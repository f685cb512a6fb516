/**
 * Whether an address of the web may be asked, by its spelling alone. The URL parser has already brought every spelling of a number to
 * one (decimal, octal, hexadecimal, short, full-width, percent-escaped), so what is judged is what would be connected to.
 * Names are judged again by what they resolve to: see `resolve-name.ts`.
 */

import ipaddr from 'ipaddr.js';

/** Names that never lead to the public web (RFC 6761, 6762, 8375 and common habits), and those of machines' metadata. */
const innerNames =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|in-addr\.arpa|ip6\.arpa|test|example|invalid|onion|alt)$/;
const metadataNames = /^(?:metadata|instance-data|metadata\.tencentyun\.com|metadata\.packet\.net)$/;

/** What is reachable from everywhere in IPv6 (https://www.iana.org/assignments/ipv6-address-space). */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
/** In it, and documentation or not reachable all the same (RFC 9637, RFC 3849, RFC 2928). */
const innerRanges: readonly [ipaddr.IPv6, number][] = [
  [ipaddr.IPv6.parse('3fff::'), 20],
  [ipaddr.IPv6.parse('2001:db8::'), 32],
  [ipaddr.IPv6.parse('2001::'), 23],
];
/** Of IPv4, beside those the library knows by name: benchmarks, what was 6to4's relay, and the host of Azure's machines. */
const innerRanges4: readonly [ipaddr.IPv4, number][] = [
  [ipaddr.IPv4.parse('198.18.0.0'), 15],
  [ipaddr.IPv4.parse('192.88.99.0'), 24],
  [ipaddr.IPv4.parse('192.0.0.0'), 24],
  [ipaddr.IPv4.parse('168.63.129.16'), 32],
];

export interface AddressRules {
  /** `127.0.0.1:8080`: hosts on loopback let through all the same. */
  readonly loopbackHosts: readonly string[];
  /** Whether whoever asks keeps the server too, and is told how to let more through. */
  readonly tellsKeeper?: boolean | undefined;
}

/** @returns why the address may not be asked, as the end of a sentence; undefined where it may, as far as its spelling tells. */
export function refusedAddress(text: string, { loopbackHosts }: AddressRules): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return 'it is no address';
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return `its scheme is ${url.protocol.slice(0, -1)}, not http or https`;
  if (url.username !== '' || url.password !== '') return 'it holds a user name or password';
  if (isLetThrough(url, loopbackHosts)) return undefined;
  if (isThisMachine(url)) return 'it is on this machine';
  if (url.port !== '') return `its port is ${url.port}, not the usual one`;
  return refusedHost(url.hostname);
}

/** Why what a person pasted is not asked, and how its keeper lets it through. Redirects are told nothing of that. */
export function refusedPaste(text: string, rules: AddressRules): string | undefined {
  const refused = refusedAddress(text, rules);
  const url = refused !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  if (rules.tellsKeeper !== true || url === undefined || !isThisMachine(url)) return refused;
  if (!isNamed(url)) return refused;
  const hosts = [...rules.loopbackHosts, spelledHost(url)].join(',');
  return `${refused ?? ''}; \`LOOPBACK_HOSTS=${hosts}\` in the shell of \`npm start\` lets it through`;
}

/** Whether a host on loopback is one of those named; such a host is not resolved. */
export function isLetThrough(url: URL, loopbackHosts: readonly string[]): boolean {
  return isNamed(url) && loopbackHosts.includes(spelledHost(url));
}

function isNamed({ hostname }: URL): boolean {
  return hostname === '127.0.0.1' || hostname === 'localhost';
}

/** As the setting names it: `localhost` is the same, and a port is always told. */
function spelledHost({ port, protocol }: URL): string {
  return `127.0.0.1:${port === '' ? (protocol === 'https:' ? '443' : '80') : port}`;
}

function isThisMachine({ hostname }: URL): boolean {
  return /^(?:127\.[\d.]+|localhost|\[::1\])$/.test(hostname.replace(/\.+$/, ''));
}

function refusedHost(hostname: string): string | undefined {
  const bare = hostname.replace(/\.+$/, '').replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(bare)) return isPublicIp(bare) ? undefined : `${bare} is no public address`;
  if (!bare.includes('.') || innerNames.test(bare) || metadataNames.test(bare))
    return `${bare} is no name of the public web`;
  // What the parser let through and no public name is made of.
  return /^[a-z0-9._-]+$/.test(bare) && !bare.includes('..') ? undefined : `${bare} is no host name`;
}

/** Whether an IP address, of either family, is one anybody can reach. Addresses that carry another are refused whole. */
export function isPublicIp(text: string): boolean {
  if (text.includes('%') || !ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv4) return !innerRanges4.some((range) => address.match(range));
  if (!(address instanceof ipaddr.IPv6)) return false;
  return address.match(globalUnicast) && !innerRanges.some((range) => address.match(range));
}
