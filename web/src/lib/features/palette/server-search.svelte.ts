/**
 * Finds files and symbols of a repository on the server when the user pauses typing. If the server is unreachable, there are no
 * results, but the rest of the palette still works.
 */
import { createAbortableApi } from '../../api.ts';
import { fileAddress, type FilePlace } from '../files/file-address.ts';
import { graphPath } from '../graph/page/graph-path.ts';
import type { PaletteGroup } from './palette-entry.ts';

const pauseMs = 120;
const maxEntries = 8;
/** The maximum number of links to the graphs of the found symbols. */
const maxGraphs = 3;

interface ServerSearch {
  readonly groups: readonly PaletteGroup[];
  /** Results for the current text may still arrive. */
  readonly isSearching: boolean;
}

/** Call it during component initialization. */
export function createServerSearch(
  getInput: () => { repositoryId: string | null; version: string | null; typedText: string },
): ServerSearch {
  let groups = $state.raw<readonly PaletteGroup[]>([]);
  let isSearching = $state(false);

  $effect(() => {
    const { repositoryId, version, typedText } = getInput();
    const text = typedText.trim();
    if (repositoryId === null || text.length < 2) {
      groups = [];
      isSearching = false;
      return;
    }
    isSearching = true;
    const controller = new AbortController();
    const timer = setTimeout(
      () => void search({ repositoryId, version: version ?? undefined }, text, controller.signal),
      pauseMs,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  });

  async function search(place: FilePlace, text: string, signal: AbortSignal): Promise<void> {
    const results = await findOnServer(place, text, signal);
    if (signal.aborted) return;
    groups = results;
    isSearching = false;
  }

  return {
    get groups() {
      return groups;
    },
    get isSearching() {
      return isSearching;
    },
  };
}

async function findOnServer(
  place: FilePlace,
  text: string,
  signal: AbortSignal,
): Promise<readonly PaletteGroup[]> {
  const api = createAbortableApi(signal);
  const { repositoryId, version } = place;
  const [files, symbols] = await Promise.allSettled([
    api.findFiles(repositoryId, text, version),
    /\s/.test(text) ? { symbols: [] } : api.symbolsWithPrefix(repositoryId, text, maxEntries, version),
  ]);
  const foundSymbols = symbols.status === 'fulfilled' ? symbols.value.symbols : [];
  return [
    {
      heading: 'Symbols',
      entries: foundSymbols.map(({ id, qualifiedName, kind, path, startLine, endLine }) => ({
        id: `symbol:${id}`,
        label: qualifiedName,
        detail: `${kind} · ${path}:${startLine}`,
        icon: 'symbol',
        to: fileAddress(place, path, { startLine, endLine }),
      })),
    },
    {
      heading: 'Files',
      entries: (files.status === 'fulfilled' ? files.value.files : [])
        .slice(0, maxEntries)
        .map(({ path }) => ({
          id: `file:${path}`,
          label: path.slice(path.lastIndexOf('/') + 1),
          detail: path.slice(0, Math.max(0, path.lastIndexOf('/'))),
          icon: 'file',
          to: fileAddress(place, path),
        })),
    },
    {
      heading: 'Graph',
      entries: foundSymbols.slice(0, maxGraphs).map(({ id, qualifiedName, path }) => ({
        id: `graph:${id}`,
        label: `Graph of ${qualifiedName}`,
        detail: path,
        icon: 'graph',
        to: graphPath(place, { symbol: qualifiedName, path }),
      })),
    },
  ];
}
