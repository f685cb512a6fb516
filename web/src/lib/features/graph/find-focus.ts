/** What the graph could be about, by what was typed: definitions of that name, else names like it, and files. */
import { createAbortableApi, nearestNames, ProblemError } from '../../api.ts';
import type { NodeName } from './graph-address.ts';

export interface FoundFocus {
  readonly key: string;
  /** Null where it is not known before it is looked at. */
  readonly kind: string | null;
  readonly label: string;
  readonly detail: string;
  readonly name: NodeName;
}

interface TypedFocus {
  readonly match: string;
  readonly repositoryId: string;
  readonly version: string | undefined;
}

const most = 8;

export async function findFocus(typed: TypedFocus, signal: AbortSignal): Promise<readonly FoundFocus[]> {
  const [symbols, files] = await Promise.all([
    // No definition's name has a space in it.
    /\s/.test(typed.match) ? [] : findSymbols(typed, signal),
    createAbortableApi(signal).findFiles(typed.repositoryId, typed.match, typed.version),
  ]);
  return [
    ...symbols,
    ...files.files.slice(0, most).map(({ path }) => ({
      key: path,
      kind: 'file',
      label: path.slice(path.lastIndexOf('/') + 1),
      detail: path,
      name: { symbol: undefined, path },
    })),
  ];
}

async function findSymbols(typed: TypedFocus, signal: AbortSignal): Promise<readonly FoundFocus[]> {
  const { symbols } = await createAbortableApi(signal).symbolsBeginning(
    typed.repositoryId,
    typed.match,
    most,
    typed.version,
  );
  if (symbols.length === 0) return findNearest(typed, signal);
  return symbols.map(({ id, kind, qualifiedName, path, nameLine }) => ({
    key: id,
    kind,
    label: qualifiedName,
    detail: `${path}:${nameLine}`,
    name: { symbol: qualifiedName, path },
  }));
}

async function findNearest(
  { match, repositoryId, version }: TypedFocus,
  signal: AbortSignal,
): Promise<readonly FoundFocus[]> {
  try {
    await createAbortableApi(signal).graph(repositoryId, 'neighbours', { symbol: match, limit: 1, version });
    return [];
  } catch (thrown) {
    const near = thrown instanceof ProblemError ? nearestNames(thrown.problem) : null;
    if (near === null) throw thrown;
    return near.map(({ name, path }) => ({
      key: `${path}|${name}`,
      kind: null,
      label: name,
      detail: path,
      name: { symbol: name, path },
    }));
  }
}
