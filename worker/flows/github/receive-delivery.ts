/**
 * Handles a delivery of GitHub's webhook: pushes start refreshes, other events update the catalog. The caller has checked the signature.
 */

import { AppError } from '../../core/errors.ts';
import type { Repository } from '../../core/repositories/repository.ts';
import type { GitHubSource } from '../../core/repositories/source.ts';
import { checkAccess } from './check-access.ts';
import type { Services } from '../services.ts';
import { startWaitingPushes } from './start-waiting-pushes.ts';

export interface Delivery {
  /** From the header `x-github-delivery`. */
  readonly id: string;
  readonly event: string;
  readonly payload: unknown;
}

export interface DeliveryOutcome {
  readonly refreshed?: readonly string[];
  readonly waiting?: readonly string[];
  readonly updated?: readonly string[];
  /** Why nothing was done. */
  readonly ignored?: string;
}

/** Repeated deliveries are recognized for this long; GitHub redelivers for three days. */
const deliveryRetentionMs = 7 * 24 * 3_600_000;

export async function receiveDelivery(services: Services, delivery: Delivery): Promise<DeliveryOutcome> {
  const { catalog, clock } = services;
  if (await catalog.wasDelivered(delivery.id)) return { ignored: 'delivered before' };
  const outcome = await handleEvent(services, delivery);
  // The delivery is recorded last, so that a failed or interrupted delivery can be sent again. Handling it twice has no further effect.
  await catalog.recordDelivery(delivery.id, clock.now() - deliveryRetentionMs);
  return outcome;
}

async function handleEvent(services: Services, { event, payload }: Delivery): Promise<DeliveryOutcome> {
  if (event === 'ping') return { ignored: 'a ping' };
  if (event !== 'push' && event !== 'repository')
    return { ignored: `${event.slice(0, 40)} events do not affect the code` };
  const parsed = readPayload(payload);
  const repositories = (await services.catalog.listHosted(parsed.source)).filter(
    ({ source }) => source.kind === 'github' && source.hostId === parsed.source.hostId,
  );
  if (repositories.length === 0) return { ignored: 'no such repository is indexed' };
  return event === 'push'
    ? handlePush(services, parsed, repositories)
    : handleRepositoryEvent(services, parsed, repositories);
}

async function handlePush(
  services: Services,
  payload: DeliveryPayload,
  repositories: readonly Repository[],
): Promise<DeliveryOutcome> {
  if (payload.ref !== `refs/heads/${payload.defaultBranch}`) return { ignored: 'not the default branch' };
  if (payload.isDeleted) return { ignored: 'the branch was deleted' };
  for (const { id } of repositories)
    await services.catalog.recordHostHead(id, { ref: payload.defaultBranch, commit: payload.after });
  return refreshAll(services, repositories, payload.after);
}

/** @param change a new commit, or the ref of a new default branch */
async function refreshAll(
  services: Services,
  repositories: readonly Repository[],
  change: string,
): Promise<DeliveryOutcome> {
  for (const { id } of repositories) await services.catalog.setWaitingPush(id, change);
  const startedIds = await startWaitingPushes(services);
  const ids = repositories.map(({ id }) => id);
  const waiting = (await services.catalog.listAllHosted()).filter(
    ({ id, waitingPush }) => ids.includes(id) && waitingPush !== undefined,
  );
  const started = startedIds.filter((id) => ids.includes(id));
  if (started.length + waiting.length === 0) return { ignored: 'that commit is indexed' };
  return { refreshed: started, waiting: waiting.map(({ id }) => id) };
}

async function handleRepositoryEvent(
  services: Services,
  payload: DeliveryPayload,
  repositories: readonly Repository[],
): Promise<DeliveryOutcome> {
  const { catalog } = services;
  if (payload.action === 'edited' && payload.hasOtherBranch)
    return refreshAll(services, repositories, `refs/heads/${payload.defaultBranch}`);
  for (const repository of repositories) {
    const { id } = repository;
    if (payload.action === 'renamed' || payload.action === 'transferred') {
      await catalog.renameHosted(id, renameOnHost(repository, payload.source), payload.source);
    } else if (payload.action === 'publicized') {
      // Anyone who knows the secret can claim this for any repository, so check with the host.
      if (repository.access !== undefined) await checkAccess(services, repository);
    } else if (payload.action === 'privatized' || payload.action === 'deleted')
      // The next read checks access on the host.
      await catalog.recordAccess(id, { checkedAt: 0, lostAt: undefined });
    else return { ignored: `the action ${payload.action.slice(0, 40)} changes nothing here` };
  }
  return { updated: repositories.map(({ id }) => id) };
}

/** Returns the new name, including the folder if there is one. A repository with its own name retains it. */
function renameOnHost({ name, source }: Repository, newSource: GitHubSource): string {
  const before = source.kind === 'github' ? `${source.owner}/${source.name}` : name;
  const usesHostName = name === before || name.startsWith(`${before}/`);
  return usesHostName ? `${newSource.owner}/${newSource.name}${name.slice(before.length)}` : name;
}

interface DeliveryPayload {
  readonly source: GitHubSource;
  readonly defaultBranch: string;
  readonly action: string;
  readonly ref: string;
  readonly after: string;
  readonly isDeleted: boolean;
  /** Whether the default branch was changed or renamed. */
  readonly hasOtherBranch: boolean;
}

/** https://docs.github.com/webhooks/webhook-events-and-payloads; push events name the owner as `name`, others as `login`. */
function readPayload(payload: unknown): DeliveryPayload {
  const repository = readField(payload, 'repository');
  const owner = readField(repository, 'owner');
  const text = (value: unknown, name: string): string => {
    const field = readField(value, name);
    return typeof field === 'string' ? field : '';
  };
  const hostId = readField(repository, 'id');
  const parsed = {
    source: {
      kind: 'github',
      owner: text(owner, 'login') || text(owner, 'name'),
      name: text(repository, 'name'),
      hostId: String(hostId),
    },
    defaultBranch: text(repository, 'default_branch'),
    action: text(payload, 'action'),
    ref: text(payload, 'ref'),
    after: text(payload, 'after'),
    isDeleted: readField(payload, 'deleted') === true,
    hasOtherBranch: readField(readField(payload, 'changes'), 'default_branch') !== undefined,
  } as const;
  if (typeof hostId !== 'number' || parsed.source.owner === '' || parsed.source.name === '')
    throw new AppError('invalid_request', 'The delivery names no repository.');
  return parsed;
}

function readField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
