/**
 * Decides from its text whether a web address may be requested. The URL parser normalizes every form of an IP address (decimal, octal,
 * hexadecimal, short, full-width, percent-escaped), so the check sees the actual target of a connection.
 * The addresses that a name resolves to are checked later: see `resolve-name.ts`.
 */

import ipaddr from 'ipaddr.js';

/** Names that never resolve to the public web: RFC 6761, 6762, 8375 and common practice. `metadataNames` are the names of cloud metadata services. */
const privateNames =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|in-addr\.arpa|ip6\.arpa|test|example|invalid|onion|alt)$/;
const metadataNames = /^(?:metadata|instance-data|metadata\.tencentyun\.com|metadata\.packet\.net)$/;

/** The globally reachable IPv6 range (https://www.iana.org/assignments/ipv6-address-space). */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
/** Ranges within `globalUnicast` that are for documentation or not reachable (RFC 9637, RFC 3849, RFC 2928). */
const privateRangesV6: readonly [ipaddr.IPv6, number][] = [
  [ipaddr.IPv6.parse('3fff::'), 20],
  [ipaddr.IPv6.parse('2001:db8::'), 32],
  [ipaddr.IPv6.parse('2001::'), 23],
];
/** IPv4 ranges that the library treats as public: benchmarks, the former 6to4 relay, protocol assignments, and Azure's host. */
const privateRangesV4: readonly [ipaddr.IPv4, number][] = [
  [ipaddr.IPv4.parse('198.18.0.0'), 15],
  [ipaddr.IPv4.parse('192.88.99.0'), 24],
  [ipaddr.IPv4.parse('192.0.0.0'), 24],
  [ipaddr.IPv4.parse('168.63.129.16'), 32],
];

export interface AddressRules {
  /** Loopback hosts that are allowed anyway, such as `127.0.0.1:8080`. */
  readonly loopbackHosts: readonly string[];
  /** Whether the user operates the server, so that the message explains how to allow a loopback host. */
  readonly explainsLoopback?: boolean | undefined;
}

/** @returns why the address may not be requested, as the end of a sentence; undefined if its text is acceptable */
export function explainRefusedAddress(text: string, { loopbackHosts }: AddressRules): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return 'it is not a valid URL';
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return `its scheme is ${url.protocol.slice(0, -1)}, not http or https`;
  if (url.username !== '' || url.password !== '') return 'it contains a user name or password';
  if (isAllowedLoopback(url, loopbackHosts)) return undefined;
  if (isThisMachine(url)) return 'it is on this machine';
  if (url.port !== '') return `its port is ${url.port}, not the default port`;
  return explainRefusedHost(url.hostname);
}

/** Like `explainRefusedAddress`, for an address that a user entered: also explains how the server's operator can allow it. Not for redirects. */
export function explainRefusedInput(text: string, rules: AddressRules): string | undefined {
  const refusal = explainRefusedAddress(text, rules);
  const url = refusal !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  if (rules.explainsLoopback !== true || url === undefined || !isThisMachine(url)) return refusal;
  if (!isLoopbackName(url)) return refusal;
  const hosts = [...rules.loopbackHosts, loopbackHost(url)].join(',');
  return `${refusal ?? ''}; \`LOOPBACK_HOSTS=${hosts}\` in the shell of \`npm start\` allows it`;
}

/** Whether a loopback host is explicitly allowed. Such a host is not resolved. */
export function isAllowedLoopback(url: URL, loopbackHosts: readonly string[]): boolean {
  return isLoopbackName(url) && loopbackHosts.includes(loopbackHost(url));
}

function isLoopbackName({ hostname }: URL): boolean {
  return hostname === '127.0.0.1' || hostname === 'localhost';
}

/** Formats the host as in the `LOOPBACK_HOSTS` setting: `127.0.0.1` also for `localhost`, always with a port. */
function loopbackHost({ port, protocol }: URL): string {
  return `127.0.0.1:${port === '' ? (protocol === 'https:' ? '443' : '80') : port}`;
}

function isThisMachine({ hostname }: URL): boolean {
  return /^(?:127\.[\d.]+|localhost|\[::1\])$/.test(hostname.replace(/\.+$/, ''));
}

function explainRefusedHost(hostname: string): string | undefined {
  const host = hostname.replace(/\.+$/, '').replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(host)) return isPublicIp(host) ? undefined : `${host} is not a public address`;
  if (!host.includes('.') || privateNames.test(host) || metadataNames.test(host))
    return `${host} is not a public host name`;
  // Characters that the parser allows but public names do not contain.
  return /^[a-z0-9._-]+$/.test(host) && !host.includes('..') ? undefined : `${host} is not a valid host name`;
}

/** Whether an IPv4 or IPv6 address is publicly reachable. An IPv6 address that embeds another address is not public. */
export function isPublicIp(text: string): boolean {
  if (text.includes('%') || !ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv4) return !privateRangesV4.some((range) => address.match(range));
  if (!(address instanceof ipaddr.IPv6)) return false;
  return address.match(globalUnicast) && !privateRangesV6.some((range) => address.match(range));
}
