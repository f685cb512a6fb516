/** The option of a call that stops it; none where nothing stops it. */
export function stoppedBy(signal: AbortSignal | undefined): { readonly signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
