/** Decides whether the Worker may call a configured address: https, or a listed local server. */

/** @param loopbackHosts items of LOOPBACK_HOSTS, which tests use */
export function isServiceAddress(text: string, loopbackHosts: readonly string[]): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'http:') return loopbackHosts.includes(url.host);
  return url.protocol === 'https:' && !isInternal(url.hostname);
}

/** Names and IP addresses of internal machines; a real host has a domain name. */
function isInternal(hostname: string): boolean {
  return hostname === 'localhost' || /^[\d.]+$|^\[/.test(hostname);
}
