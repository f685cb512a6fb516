/** The client's IP address, as the proxy in front of the Worker reports it. */

/** Set by the front proxy of a local server, which removes it from the client's headers. */
const localAddressHeader = 'x-wherefore-address';
/** Set by Cloudflare, which replaces a client's own: https://developers.cloudflare.com/fundamentals/reference/http-headers/ */
const cloudflareAddressHeader = 'cf-connecting-ip';

/** @returns empty if the address is unknown */
export function readClientAddress(
  request: { header(name: string): string | undefined },
  { proxySecret }: { readonly proxySecret: string | undefined },
): string {
  return request.header(proxySecret === undefined ? cloudflareAddressHeader : localAddressHeader) ?? '';
}
