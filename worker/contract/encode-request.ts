/** Encodes what a request sends: a body or a query. */

export function jsonBody(body: unknown, headers?: HeadersInit): RequestInit {
  const merged = new Headers(headers);
  merged.set('content-type', 'application/json');
  return { method: 'POST', headers: merged, body: JSON.stringify(body) };
}

export function queryString(values: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
