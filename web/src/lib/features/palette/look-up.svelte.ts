/**
 * Finds files and symbols of a repository on the server once typing pauses. It never shows results of an earlier text. An
 * unreachable server gives no results; the rest of the palette still works.
 */
import { createAbortableApi } from '../../api.ts';
import { fileAddress, type FilePlace } from '../files/file-address.ts';
import { graphPath } from '../graph/page/graph-path.ts';
import type { PaletteGroup } from './palette-entry.ts';

const pauseMs = 120;
const maxEntries = 8;
/** Links to the graph of the same definitions. */
const maxGraphs = 3;

interface LookUp {
  readonly groups: readonly PaletteGroup[];
  readonly busy: boolean;
}

/** Call it during component initialization. */
export function createLookUp(
  place: () => { repositoryId: string | null; version: string | null; typed: string },
): LookUp {
  let groups = $state.raw<readonly PaletteGroup[]>([]);
  let busy = $state(false);

  $effect(() => {
    const { repositoryId, version, typed } = place();
    const text = typed.trim();
    if (repositoryId === null || text.length < 2) {
      groups = [];
      busy = false;
      return;
    }
    busy = true;
    const controller = new AbortController();
    const timer = setTimeout(
      () => void show({ repositoryId, version: version ?? undefined }, text, controller.signal),
      pauseMs,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  });

  async function show(place: FilePlace, text: string, signal: AbortSignal): Promise<void> {
    const found = await find(place, text, signal);
    if (signal.aborted) return;
    groups = found;
    busy = false;
  }

  return {
    get groups() {
      return groups;
    },
    get busy() {
      return busy;
    },
  };
}

async function find(place: FilePlace, text: string, signal: AbortSignal): Promise<readonly PaletteGroup[]> {
  const api = createAbortableApi(signal);
  const { repositoryId, version } = place;
  const [files, symbols] = await Promise.allSettled([
    api.findFiles(repositoryId, text, version),
    /\s/.test(text) ? { symbols: [] } : api.symbolsWithPrefix(repositoryId, text, maxEntries, version),
  ]);
  const found = symbols.status === 'fulfilled' ? symbols.value.symbols : [];
  return [
    {
      heading: 'Symbols',
      entries: found.map(({ id, qualifiedName, kind, path, startLine, endLine }) => ({
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
      entries: found.slice(0, maxGraphs).map(({ id, qualifiedName, path }) => ({
        id: `graph:${id}`,
        label: `Graph of ${qualifiedName}`,
        detail: path,
        icon: 'graph',
        to: graphPath(place, { symbol: qualifiedName, path }),
      })),
    },
  ];
}
