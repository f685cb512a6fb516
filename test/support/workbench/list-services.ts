/** Creates the services of lists from files and definitions in memory. */

import { createRe2Glob } from '../../../worker/adapters/re2js/glob.ts';
import { detectFileRole } from '../../../worker/core/files/file-role.ts';
import { detectLanguage } from '../../../worker/core/files/language.ts';
import type { SpanPosition } from '../../../worker/core/answers/evidence.ts';
import type { SkippedFile } from '../../../worker/core/files/file.ts';
import type { ListServices } from '../../../worker/flows/list/scan-texts.ts';
import type { SymbolRow } from '../../../worker/ports/chunk-store.ts';
import type { Parser } from '../../../worker/ports/parser.ts';
import { createMemoryGraph } from '../fakes/memory-graph.ts';
import { createManualClock, type ManualClock } from '../fakes/manual-clock.ts';

interface Content {
  readonly texts: Readonly<Record<string, string>>;
  readonly symbols?: readonly Pick<SymbolRow, 'path' | 'qualifiedName' | 'startLine' | 'endLine'>[];
  readonly skipped?: readonly SkippedFile[];
  readonly parser?: Parser;
  /** Time that each read of definitions takes. */
  readonly readMs?: number;
}

const noParser: Parser = {
  languages: ['python', 'typescript'],
  version: 'none',
  maxLength: 500_000,
  parse: () => Promise.resolve(undefined),
};

export interface MemoryListServices extends ListServices {
  readonly clock: ManualClock;
  /** Every requested span of definitions. */
  readonly spans: SpanPosition[];
}

/** Implements the reads of the chunk store that lists use; any other call fails the test. */
export function createListServices({
  texts,
  symbols = [],
  skipped = [],
  parser = noParser,
  readMs = 0,
}: Content): MemoryListServices {
  const spans: SpanPosition[] = [];
  const clock = createManualClock();
  const files = Object.entries(texts).map(([path, text]) => ({
    path,
    text,
    role: detectFileRole(path),
    language: detectLanguage(path),
    lines: text.split('\n').length,
    bytes: text.length,
    masks: [],
  }));
  const chunkStore = {
    listFiles: () => Promise.resolve(files),
    readFiles: (_: unknown, paths: readonly string[]) =>
      Promise.resolve(files.filter(({ path }) => paths.includes(path))),
    symbolsAt: (_: unknown, positions: readonly SpanPosition[]) => {
      spans.push(...positions);
      clock.advance(readMs);
      const rows = symbols.filter((symbol) =>
        positions.some(
          ({ path, startLine, endLine }) =>
            path === symbol.path && symbol.startLine <= endLine && startLine <= symbol.endLine,
        ),
      );
      return Promise.resolve(
        rows.map((row) => ({
          ...row,
          name: row.qualifiedName.split('.').at(-1),
          nameLine: row.startLine,
          kind: 'function',
          signature: `def ${row.qualifiedName}`,
          exported: true,
        })),
      );
    },
    findSymbols: () => Promise.resolve([]),
    coverage: () => Promise.resolve({ skipped, masked: [] }),
  } as unknown as ListServices['chunkStore'];
  const { graphStore } = createMemoryGraph({}, []);
  return { chunkStore, graphStore, parser, glob: createRe2Glob(), clock, spans };
}
