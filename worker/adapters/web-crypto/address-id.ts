/** Names the block of IP addresses that one person or household can use, without containing the address. */

import ipaddr from 'ipaddr.js';
import { keyedHash } from '../../core/text/keyed-hash.ts';

/** Providers assign at least a /64 to each customer (RFC 6177). */
const ipv6PrefixLength = 64;

export async function addressId(secret: string, address: string): Promise<string> {
  return keyedHash(secret, 'address', addressBlock(address));
}

/** @returns an IPv4 address itself, the /64 of an IPv6 address, and any other text as it is */
export function addressBlock(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${ipv6PrefixLength}`).toString();
}
