/** The page to which a sign-in returns. */

/** The page after a sign-in that names no other. */
const home = '/dashboard';

/** Only a path of this origin is accepted, so that a link to the sign-in page cannot send people to another site. */
export function readReturnPath(requested: string | null): string {
  if (requested === null || !/^\/(?![/\\])/.test(requested)) return home;
  try {
    const base = 'https://origin.invalid';
    const { origin, pathname, search, hash } = new URL(requested, base);
    if (origin !== base || pathname === '/sign-in' || pathname === '/reset-password') return home;
    return pathname + search + hash;
  } catch {
    return home;
  }
}

/** The address of the sign-in page that returns to the given page. */
export function signInPath({
  pathname,
  search,
  hash = '',
}: Pick<URL, 'pathname' | 'search'> & Partial<Pick<URL, 'hash'>>): string {
  const path = readReturnPath(pathname + search + hash);
  return path === home || path === '/' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(path)}`;
}
