/**
 * Groups the models for the panel: the composer, the server's models, then the models of each provider, with the reason if a provider's
 * models are unavailable. The search text filters them.
 */
import type { Models, Problem } from '../../api.ts';
import { composerId, describeAnswerer, providerName, readProvider } from './model-labels.ts';

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
  /** The models that the server lists; undefined until they are loaded. */
  readonly models: Models | undefined;
  /** The models that providers list for the user's own keys, or the problem if the request failed. */
  readonly ownKeyModels: Readonly<Record<string, Models | Problem>>;
  /** Providers for which the user has a key. */
  readonly providersWithKey: readonly string[];
}

/** Per group. A provider may list hundreds of models; a search finds the others. */
const maxRows = 50;

export function modelGroups(
  { models: serverModels, ownKeyModels, providersWithKey }: ModelLists,
  searchText = '',
): readonly ModelGroup[] {
  const words = searchText.toLowerCase().split(/\s+/).filter(Boolean);
  const isMatch = ({ id, label }: ModelRow): boolean =>
    words.every((word) => `${id} ${label}`.toLowerCase().includes(word));
  const composer: ModelRow = {
    id: composerId,
    label: describeAnswerer(composerId),
    detail: 'Quotes the code, documentation and history',
  };
  const configuredModels = (serverModels?.models ?? []).filter(
    ({ isConfigured, id }) => isConfigured && id !== composerId,
  );
  const configuredIds = new Set(configuredModels.map(({ id }) => id));
  // A provider without a list still offers the models that the deployment configures.
  const hasConfiguredModel = (name: string): boolean =>
    configuredModels.some(({ provider }) => provider === name);
  const groups: ModelGroup[] = [
    { title: 'Without a model', rows: [composer] },
    {
      title: 'On this server',
      rows: configuredModels.map((model) => toRow(model, providerName(model.provider))),
    },
    ...(serverModels?.providers ?? []).map(({ name, problem }): ModelGroup => {
      const hasKey = providersWithKey.includes(name);
      const ownKeyList = hasKey ? ownKeyModels[name] : undefined;
      const models =
        ownKeyList !== undefined && 'models' in ownKeyList ? ownKeyList.models : (serverModels?.models ?? []);
      const rows = models
        .filter(({ provider, id }) => provider === name && !configuredIds.has(id) && id !== composerId)
        .map((model) => toRow(model, ''));
      return {
        title: hasKey ? `${providerName(name)}, with your key` : providerName(name),
        rows,
        ...(hasConfiguredModel(name) && !hasKey && rows.length === 0
          ? {}
          : describeProblem(name, ownKeyList, problem)),
      };
    }),
  ];
  return groups
    .map((group) => ({ ...group, rows: group.rows.filter(isMatch).slice(0, maxRows) }))
    .filter(({ rows, problem }) => rows.length > 0 || (words.length === 0 && problem !== undefined));
}

function describeProblem(
  name: string,
  ownKeyList: Models | Problem | undefined,
  serverProblem: string | null,
): Pick<ModelGroup, 'problem'> {
  if (ownKeyList === undefined) return serverProblem === null ? {} : { problem: serverProblem };
  const problem =
    'models' in ownKeyList
      ? findProviderProblem(ownKeyList, name)
      : `${ownKeyList.title}: ${ownKeyList.detail}`;
  return problem === null ? {} : { problem };
}

function findProviderProblem({ providers }: Models, name: string): string | null {
  return providers.find((provider) => provider.name === name)?.problem ?? null;
}

function toRow({ id, label }: Models['models'][number], provider: string): ModelRow {
  const model = id.slice(id.indexOf('/') + 1);
  const name = label === '' || label === id ? model : label;
  const detail = [provider, name === model ? '' : model].filter((part) => part !== '').join(' · ');
  return { id, label: name, detail };
}

/** True if a previously chosen model is still available, or if that is unknown. */
export function isListed(lists: ModelLists, id: string): boolean {
  const { models: serverModels, ownKeyModels, providersWithKey } = lists;
  if (id === composerId || serverModels === undefined) return true;
  const provider = readProvider(id);
  const hasKey = providersWithKey.includes(provider);
  const ownKeyList = hasKey ? ownKeyModels[provider] : undefined;
  // Until a provider has responded, its models are treated as available.
  if (hasKey && ownKeyList === undefined) return true;
  const models = [
    ...serverModels.models,
    ...(ownKeyList !== undefined && 'models' in ownKeyList ? ownKeyList.models : []),
  ];
  return models.some((model) => model.id === id);
}
