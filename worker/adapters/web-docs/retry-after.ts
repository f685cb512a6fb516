/**
 * @param header seconds, or an HTTP date (RFC 9110, 10.2.3)
 * @returns milliseconds to wait; undefined where the header tells none
 */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const at = text === '' ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}
