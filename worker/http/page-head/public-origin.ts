/** The origin of absolute addresses in pages, previews and files for search engines. */

import type { ServerFacts } from '../context.ts';

interface OriginRequest {
  readonly url: string;
  header(name: string): string | undefined;
}

/** The `PUBLIC_URL` setting, or the address of the request, whose Host was checked. */
export function publicOrigin(request: OriginRequest, { config }: Pick<ServerFacts, 'config'>): string {
  const { protocol, host } = new URL(request.url);
  return config.publicUrl ?? `${protocol}//${(request.header('host') ?? host).toLowerCase()}`;
}
