/**
 * Groups the models for the panel: the composer, the deployment's models, then those of each provider, with the reason if a
 * provider's models are unavailable. The typed text filters them. Pure.
 */
import type { Models, Problem } from '../../api.ts';
import { embedded, providerName, readProvider } from './model-words.ts';

interface ModelRow {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
}

interface ModelGroup {
  readonly title: string;
  readonly rows: readonly ModelRow[];
  /** Why some or all of its models are unavailable. */
  readonly problem?: string;
}

export interface ModelLists {
  readonly known: Models | undefined;
  /** The models that providers list for the user's own keys, or why they do not. */
  readonly own: Readonly<Record<string, Models | Problem>>;
  /** Providers for which the user has a key. */
  readonly keys: readonly string[];
}

/** The maximum of rows per group. A provider may list hundreds; typing finds the others. */
const maxRows = 50;

export function modelGroups({ known, own, keys }: ModelLists, typed = ''): readonly ModelGroup[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ id, label }: ModelRow): boolean =>
    words.every((word) => `${id} ${label}`.toLowerCase().includes(word));
  const first: ModelRow = { id: embedded, label: 'Composer', detail: 'Composed from the index, no model' };
  const configured = (known?.models ?? []).filter((one) => one.isConfigured && one.id !== embedded);
  const named = new Set(configured.map(({ id }) => id));
  // A provider without a list still answers for the models that the deployment names.
  const isAskable = (name: string): boolean => configured.some(({ provider }) => provider === name);
  const groups: ModelGroup[] = [
    { title: 'Without a model', rows: [first] },
    { title: 'Of this server', rows: configured.map((one) => toRow(one, providerName(one.provider))) },
    ...(known?.providers ?? []).map(({ name, problem }): ModelGroup => {
      const hasKey = keys.includes(name);
      const listed = hasKey ? own[name] : undefined;
      const models = listed !== undefined && 'models' in listed ? listed.models : (known?.models ?? []);
      const rows = models
        .filter((one) => one.provider === name && !named.has(one.id) && one.id !== embedded)
        .map((one) => toRow(one, ''));
      return {
        title: hasKey ? `${providerName(name)}, with your key` : providerName(name),
        rows,
        ...(isAskable(name) && !hasKey && rows.length === 0 ? {} : describeProblem(name, listed, problem)),
      };
    }),
  ];
  return groups
    .map((group) => ({ ...group, rows: group.rows.filter(fits).slice(0, maxRows) }))
    .filter(({ rows, problem }) => rows.length > 0 || (words.length === 0 && problem !== undefined));
}

function describeProblem(
  name: string,
  listed: Models | Problem | undefined,
  problem: string | null,
): Pick<ModelGroup, 'problem'> {
  const own =
    listed === undefined
      ? undefined
      : 'models' in listed
        ? ownProblem(listed, name)
        : `${listed.title}: ${listed.detail}`;
  const shown = listed === undefined ? problem : own;
  return shown === null || shown === undefined ? {} : { problem: shown };
}

function ownProblem({ providers }: Models, name: string): string | null {
  return providers.find((one) => one.name === name)?.problem ?? null;
}

function toRow({ id, label }: Models['models'][number], vendor: string): ModelRow {
  const model = id.slice(id.indexOf('/') + 1);
  const shown = label === '' || label === id ? model : label;
  const detail = [vendor, shown === model ? '' : model].filter((part) => part !== '').join(' · ');
  return { id, label: shown, detail };
}

/** Whether a previously chosen model is still available. */
export function isListed(lists: ModelLists, id: string): boolean {
  const { known, own, keys } = lists;
  if (id === embedded || known === undefined) return true;
  const ofKey = keys.includes(readProvider(id)) ? own[readProvider(id)] : undefined;
  // Until a provider has responded, its models count as available.
  if (keys.includes(readProvider(id)) && ofKey === undefined) return true;
  const models = [...known.models, ...(ofKey !== undefined && 'models' in ofKey ? ofKey.models : [])];
  return models.some((one) => one.id === id);
}
