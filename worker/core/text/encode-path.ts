/** Encodes a path for an address: each segment, without the slashes between them. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
