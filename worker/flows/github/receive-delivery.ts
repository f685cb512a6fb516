/** A delivery of GitHub's webhook, its signature checked before: pushes refresh, and what else is told of a repository is written down. */

import { AppError } from '../../core/errors.ts';
import type { Repository } from '../../core/repository.ts';
import type { GitHubSource } from '../../core/source.ts';
import { askAccess } from './check-access.ts';
import type { Services } from '../services.ts';
import { startWaitingPushes } from './start-waiting-pushes.ts';

export interface Delivery {
  /** Of the header `x-github-delivery`. */
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

/** One that is sent again within this time is known: GitHub itself sends again for three days. */
const rememberedMs = 7 * 24 * 3_600_000;

export async function receiveDelivery(services: Services, delivery: Delivery): Promise<DeliveryOutcome> {
  const { catalog, clock } = services;
  if (await catalog.wasDelivered(delivery.id)) return { ignored: 'delivered before' };
  const outcome = await act(services, delivery);
  // Last: one that failed, or was cut off, may be sent again. Acted upon twice it does once what it does.
  await catalog.noteDelivery(delivery.id, clock.now() - rememberedMs);
  return outcome;
}

async function act(services: Services, { event, payload }: Delivery): Promise<DeliveryOutcome> {
  if (event === 'ping') return { ignored: 'a ping' };
  if (event !== 'push' && event !== 'repository')
    return { ignored: `events of ${event.slice(0, 40)} tell nothing of the code` };
  const told = read(payload);
  const known = (await services.catalog.listHosted(told.source)).filter(
    ({ source }) => source.kind === 'github' && source.hostId === told.source.hostId,
  );
  if (known.length === 0) return { ignored: 'no such repository is indexed' };
  return event === 'push' ? pushed(services, told, known) : changed(services, told, known);
}

async function pushed(
  services: Services,
  told: Told,
  known: readonly Repository[],
): Promise<DeliveryOutcome> {
  if (told.ref !== `refs/heads/${told.defaultBranch}`) return { ignored: 'not the default branch' };
  if (told.isDeleted) return { ignored: 'the branch was deleted' };
  for (const { id } of known)
    await services.catalog.noteHostHead(id, { ref: told.defaultBranch, commit: told.after });
  return refreshed(services, known, told.after);
}

/** @param what is new: a commit, or the branch that is the default one by now */
async function refreshed(
  services: Services,
  known: readonly Repository[],
  what: string,
): Promise<DeliveryOutcome> {
  for (const { id } of known) await services.catalog.setWaitingPush(id, what);
  const all = await startWaitingPushes(services);
  const ids = known.map(({ id }) => id);
  const waiting = (await services.catalog.listAllHosted()).filter(
    (one) => ids.includes(one.id) && one.waitingPush !== undefined,
  );
  const began = all.filter((id) => ids.includes(id));
  if (began.length + waiting.length === 0) return { ignored: 'that commit is indexed' };
  return { refreshed: began, waiting: waiting.map(({ id }) => id) };
}

async function changed(
  services: Services,
  told: Told,
  known: readonly Repository[],
): Promise<DeliveryOutcome> {
  const { catalog } = services;
  if (told.action === 'edited' && told.hasOtherBranch)
    return refreshed(services, known, `refs/heads/${told.defaultBranch}`);
  for (const repository of known) {
    const { id } = repository;
    if (told.action === 'renamed' || told.action === 'transferred') {
      await catalog.renameHosted(id, renamed(repository, told.source), told.source);
    } else if (told.action === 'publicized') {
      // Whoever knows the secret can say so of any repository: the host is asked.
      if (repository.access !== undefined) await askAccess(services, repository);
    } else if (told.action === 'privatized' || told.action === 'deleted')
      // Whoever reads it next has the host asked whether they may.
      await catalog.noteAccess(id, { checkedAt: 0, lostAt: undefined });
    else return { ignored: `a repository that is ${told.action.slice(0, 40)} stays what it was` };
  }
  return { updated: known.map(({ id }) => id) };
}

/** With the folder it is of, if not all. One that could not be called as it was over there before keeps its name. */
function renamed({ name, source }: Repository, now: GitHubSource): string {
  const before = source.kind === 'github' ? `${source.owner}/${source.name}` : name;
  const isCalledSo = name === before || name.startsWith(`${before}/`);
  return isCalledSo ? `${now.owner}/${now.name}${name.slice(before.length)}` : name;
}

interface Told {
  readonly source: GitHubSource;
  readonly defaultBranch: string;
  readonly action: string;
  readonly ref: string;
  readonly after: string;
  readonly isDeleted: boolean;
  /** Whether another branch, or the same by another name, has become the default one. */
  readonly hasOtherBranch: boolean;
}

/** https://docs.github.com/webhooks/webhook-events-and-payloads; of an owner a push tells `name`, the others `login`. */
function read(payload: unknown): Told {
  const repository = fieldOf(payload, 'repository');
  const owner = fieldOf(repository, 'owner');
  const text = (of: unknown, name: string): string => {
    const value = fieldOf(of, name);
    return typeof value === 'string' ? value : '';
  };
  const hostId = fieldOf(repository, 'id');
  const told = {
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
    isDeleted: fieldOf(payload, 'deleted') === true,
    hasOtherBranch: fieldOf(fieldOf(payload, 'changes'), 'default_branch') !== undefined,
  } as const;
  if (typeof hostId !== 'number' || told.source.owner === '' || told.source.name === '')
    throw new AppError('invalid_request', 'The delivery names no repository.');
  return told;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
