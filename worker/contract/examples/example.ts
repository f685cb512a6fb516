/** The example of an operation: a request, and the response to it. A test sends every example to a server. */

export interface OperationExample {
  /** Parameters in the path, without percent escapes. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON body. */
  readonly body?: unknown;
  readonly status: number;
  /** Default: `application/json`. */
  readonly contentType?: string;
  /** JSON; the events of a stream, such as `data: {…}`; absent for a response without a body. */
  readonly response?: unknown;
}

export type Examples = Readonly<Record<string, OperationExample>>;
