/** Marks requests that a handler sends to the app itself. The request that caused them is already counted. */

const innerRequests = new WeakSet<Request>();

export function markInnerRequest(request: Request): void {
  innerRequests.add(request);
}

export function isInnerRequest(request: Request): boolean {
  return innerRequests.has(request);
}
