/** The client call for the example answer. */
import type { ExampleAnswer } from './conversation.ts';

export function exampleCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  return {
    /** A question with a checked answer, as an example. */
    example: async () => (await request('/v1/example')).json() as Promise<ExampleAnswer>,
  };
}
