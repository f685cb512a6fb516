/**
 * `fetch` over XMLHttpRequest, the only browser API that reports how much of a request body was sent. The body is a Blob, which
 * the browser reads from disk while it sends it. The promise resolves after the whole response was received.
 */

export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

export function createUploadFetch(onProgress: (progress: UploadProgress) => void): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init.method ?? 'GET', String(input));
      new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.responseType = 'blob';
      request.upload.addEventListener('progress', (event) =>
        onProgress({ sentBytes: event.loaded, totalBytes: event.total }),
      );
      request.addEventListener('load', () => resolve(toResponse(request)));
      request.addEventListener('error', () => reject(new TypeError('The connection was lost.')));
      request.addEventListener('abort', () =>
        reject(new DOMException('The upload was stopped.', 'AbortError')),
      );
      init.signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(init.body instanceof Blob ? init.body : null);
    });
}

function toResponse(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const body: unknown = request.response;
  return new Response(body instanceof Blob ? body : null, { status: request.status, headers });
}
