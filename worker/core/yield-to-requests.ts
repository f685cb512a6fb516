/** Lets waiting requests have their turn between two steps of long work. */

/**
 * A local server runs the Worker, its objects and its databases on one thread. It reads from the network only when nothing else can run, and
 * calls from one object to another never wait for the network. A timer does.
 */
const pauseMs = 5;

export function yieldToRequests(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pauseMs));
}
