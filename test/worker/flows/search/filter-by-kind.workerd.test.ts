/** The kind filter accepts common words, whatever the grammar calls the kinds. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../../worker/adapters/tree-sitter/parser.ts';
import { openModeViewer as viewer } from '../../../../worker/core/viewer.ts';
import { noFilters } from '../../../../worker/flows/search/search-filters.ts';
import { searchSnapshot } from '../../../../worker/flows/search/search-snapshot.ts';
import { canonicalKind } from '../../../../worker/flows/search/filter-by-kind.ts';
import { parseConfig } from '../../../../worker/runtime/config.ts';
import { uploadAndIndex } from '../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

const tree = {
  'README.md': '# Packing\n\nHow a folder is packed.\n',
  'pkg/pack.py': [
    'def pack(folder):',
    '    """Packs every file of a folder in order and returns the packed folder."""',
    ...Array.from(
      { length: 12 },
      (_, at) => `    folder.packed_${at} = folder.unpacked_${at} + folder.packed_${at}_more`,
    ),
    '    return folder',
    '',
    '',
    'class Packer:',
    '    """Holds what is packed of a folder, and how a folder is packed."""',
    ...Array.from(
      { length: 12 },
      (_, at) => `    packed_folder_${at} = how_packed(packed_folder, ${at}, packed)`,
    ),
    '',
    '    def pack(self, folder):',
    '        """Packs one more folder, every file in order."""',
    ...Array.from(
      { length: 12 },
      (_, at) => `        self.packed_${at} = folder.unpacked_${at} + folder.packed_${at}_more`,
    ),
    '        return pack(folder)',
    '',
  ].join('\n'),
  'pkg/kinds.ts': [
    '/** What is packed of a folder. */',
    'export interface Packable {',
    ...Array.from({ length: 12 }, (_, at) => `  packedFolder${at}: string | number | Folder | undefined;`),
    '}',
    '',
    '/** What a packed folder is called. */',
    'export type PackedName =',
    ...Array.from({ length: 12 }, (_, at) => `  | 'packed-folder-${at}'`),
    '  ;',
    '',
    '/** A folder that is packed. */',
    'export class Packed {',
    ...Array.from({ length: 12 }, (_, at) => `  packedFolder${at}: string | number | Folder | undefined;`),
    '}',
    '',
  ].join('\n'),
};

let bench: Workbench;
let id: string;
beforeAll(async () => {
  const { settings } = parseConfig({});
  bench = await openWorkbench(() => ({ parser: createTreeSitterParser(), settings }));
  ({ id } = await uploadAndIndex(bench, tree));
});

const search = (kinds: readonly string[]) =>
  searchSnapshot(bench.services, viewer, {
    id,
    version: undefined,
    query: 'how is a folder packed',
    topK: 50,
    filters: { ...noFilters, kinds },
    expandGraph: false,
    ranking: {},
    modalityQuery: undefined,
  });

describe('filters', () => {
  it.each([
    [['function'], ['pkg/pack.py:pack']],
    [['Functions'], ['pkg/pack.py:pack']],
    [['def'], ['pkg/pack.py:pack']],
    [['class'], ['pkg/kinds.ts:Packed', 'pkg/pack.py:Packer']],
    [
      ['classes', 'method'],
      ['pkg/kinds.ts:Packed', 'pkg/pack.py:Packer', 'pkg/pack.py:Packer.pack'],
    ],
    [['interface'], ['pkg/kinds.ts:Packable']],
    [['alias'], ['pkg/kinds.ts:PackedName']],
    [['docs'], ['README.md:Packing']],
    [
      ['documentation', 'type'],
      ['README.md:Packing', 'pkg/kinds.ts:PackedName'],
    ],
  ])('accept common words for kinds: %j', async (kinds, expected) => {
    const { spans, notes } = await search(kinds);
    expect(spans.map(({ path, ranked }) => `${path}:${ranked.chunk.symbol}`).sort()).toEqual(expected);
    expect(notes).toEqual([]);
  });

  it('list the existing kinds if none matches', async () => {
    const { spans, notes } = await search(['trait']);
    expect(spans).toEqual([]);
    expect(notes).toEqual([
      expect.stringMatching(/^No result is of the kind “trait”\. Kinds: source, docs, .*class/),
    ]);
  });
});

it.each([
  ['Function', 'function'],
  ['classes', 'class'],
  ['properties', 'property'],
  [' Tests ', 'test'],
  ['docs', 'docs'],
  ['class_declaration', 'class_declaration'],
  ['constructor', 'method'],
])('normalizes the kind %j to %j', (word, kind) => expect(canonicalKind(word)).toBe(kind));
