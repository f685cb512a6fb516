/**
 * A job on the server from its acceptance to its end, whatever happens to the connection: the event stream while it
 * holds, asking again when it breaks. The job is the server's and goes on without us.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { ProblemError } from '../../worker/contract/client.ts';
import type { Client } from '../../worker/contract/client.ts';
import type { Repository } from '../../worker/contract/repository.ts';
import { CommandError } from './command-error.ts';

export interface FollowOptions {
  readonly id: string;
  readonly snapshotId: string;
  readonly signal: AbortSignal;
  /** How long the server may be away before we give up. */
  readonly patienceMs: number;
  readonly onChange: (repository: Repository) => void;
  /** The connection broke, with what was found; called once for each time it broke. */
  readonly onBreak: (reason: string) => void;
}

const retryDelayMs = 500;

/** @returns the repository, ready or failed. @throws CommandError when the server stays away or forgets the job. */
export async function followJob(client: Client, options: FollowOptions): Promise<Repository> {
  let awaySince: number | undefined;
  for (;;) {
    options.signal.throwIfAborted();
    try {
      const asked = await client.getRepository(options.id);
      awaySince = undefined;
      if (isOver(accept(asked, options))) return asked;
      const last = await watch(client, options);
      if (last !== undefined && isOver(last)) return last;
    } catch (thrown) {
      const reason = reasonOfBreak(thrown);
      if (awaySince === undefined) options.onBreak(reason);
      awaySince ??= performance.now();
      if (performance.now() - awaySince > options.patienceMs) throw goneFor(options, reason);
    }
    await sleep(retryDelayMs, undefined, { signal: options.signal });
  }
}

/** The last state the stream told before it ended. */
async function watch(client: Client, options: FollowOptions): Promise<Repository | undefined> {
  let last: Repository | undefined;
  for await (const repository of client.watchRepository(options.id, options.signal)) {
    last = accept(repository, options);
    if (isOver(last)) return last;
  }
  return last;
}

function accept(repository: Repository, options: FollowOptions): Repository {
  if (repository.snapshotId !== options.snapshotId) {
    throw new CommandError('failed', 'superseded', {
      message: `Another upload to "${repository.name}" has taken the place of this one.`,
      fix: 'Wait for it with `wherefore status`, or index again.',
    });
  }
  options.onChange(repository);
  return repository;
}

function isOver(repository: Repository): boolean {
  return repository.status === 'ready' || repository.status === 'failed';
}

/** What broke, where trying again can help; everything else is thrown on. */
function reasonOfBreak(thrown: unknown): string {
  const isOurs = thrown instanceof CommandError || (thrown instanceof Error && thrown.name === 'AbortError');
  const isFinal =
    thrown instanceof ProblemError && thrown.problem.status >= 400 && thrown.problem.status < 500;
  if (isOurs || isFinal) throw thrown;
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function goneFor(options: FollowOptions, reason: string): CommandError {
  return new CommandError('unreachable', 'unreachable', {
    message: `The server has been away for ${Math.round(options.patienceMs / 1000)} seconds (${reason}).`,
    fix: 'Start it again: it goes on where it stopped, and `wherefore status` shows how far it is.',
  });
}
