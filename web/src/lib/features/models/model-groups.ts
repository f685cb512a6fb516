/**
 * The models to choose from, in groups as the panel shows them: the embedded answerer always, then those the deployment names, then those
 * of each vendor, with why a vendor's cannot be had. What is typed narrows them. Pure.
 */
import type { Models, Problem } from '../../api.ts';
import { embedded, providerName, providerOf } from './model-words.ts';

interface ModelRow {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
}

interface ModelGroup {
  readonly title: string;
  readonly rows: readonly ModelRow[];
  /** Why its models cannot be had, or cannot all. */
  readonly problem?: string;
}

export interface ModelLists {
  readonly known: Models | undefined;
  /** What vendors list for keys of one's own, or why they do not. */
  readonly own: Readonly<Record<string, Models | Problem>>;
  /** Vendors there is a key of one's own for. */
  readonly keys: readonly string[];
}

/** Rows of one group shown at most: a vendor may list hundreds, and typing finds the others. */
const maxRows = 50;

export function modelGroups({ known, own, keys }: ModelLists, typed = ''): readonly ModelGroup[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ id, label }: ModelRow): boolean =>
    words.every((word) => `${id} ${label}`.toLowerCase().includes(word));
  const first: ModelRow = { id: embedded, label: 'Embedded', detail: 'Composed from the index, no model' };
  const configured = (known?.models ?? []).filter((one) => one.isConfigured && one.id !== embedded);
  const named = new Set(configured.map(({ id }) => id));
  // One whose list cannot be had is asked for its named models all the same: nothing is amiss.
  const isAskable = (name: string): boolean => configured.some(({ provider }) => provider === name);
  const groups: ModelGroup[] = [
    { title: 'Without a model', rows: [first] },
    { title: 'Of this server', rows: configured.map((one) => rowOf(one, providerName(one.provider))) },
    ...(known?.providers ?? []).map(({ name, problem }): ModelGroup => {
      const hasKey = keys.includes(name);
      const told = hasKey ? own[name] : undefined;
      const models = told !== undefined && 'models' in told ? told.models : (known?.models ?? []);
      const rows = models
        .filter((one) => one.provider === name && !named.has(one.id) && one.id !== embedded)
        .map((one) => rowOf(one, ''));
      return {
        title: hasKey ? `${providerName(name)}, with your key` : providerName(name),
        rows,
        ...(isAskable(name) && !hasKey && rows.length === 0 ? {} : problemOf(name, told, problem)),
      };
    }),
  ];
  return groups
    .map((group) => ({ ...group, rows: group.rows.filter(fits).slice(0, maxRows) }))
    .filter(({ rows, problem }) => rows.length > 0 || (words.length === 0 && problem !== undefined));
}

function problemOf(
  name: string,
  told: Models | Problem | undefined,
  problem: string | null,
): Pick<ModelGroup, 'problem'> {
  const own =
    told === undefined
      ? undefined
      : 'models' in told
        ? ownProblem(told, name)
        : `${told.title}: ${told.detail}`;
  const shown = told === undefined ? problem : own;
  return shown === null || shown === undefined ? {} : { problem: shown };
}

function ownProblem({ providers }: Models, name: string): string | null {
  return providers.find((one) => one.name === name)?.problem ?? null;
}

function rowOf({ id, label }: Models['models'][number], vendor: string): ModelRow {
  const model = id.slice(id.indexOf('/') + 1);
  const shown = label === '' || label === id ? model : label;
  const detail = [vendor, shown === model ? '' : model].filter((part) => part !== '').join(' · ');
  return { id, label: shown, detail };
}

/** Whether a model that was chosen once can still be. */
export function isListed(lists: ModelLists, id: string): boolean {
  const { known, own, keys } = lists;
  if (id === embedded || known === undefined) return true;
  const ofKey = keys.includes(providerOf(id)) ? own[providerOf(id)] : undefined;
  // While a vendor has not told, nothing is known against it.
  if (keys.includes(providerOf(id)) && ofKey === undefined) return true;
  const models = [...known.models, ...(ofKey !== undefined && 'models' in ofKey ? ofKey.models : [])];
  return models.some((one) => one.id === id);
}
