/** Definitions whose name is not in a declaration: entries of objects, assignments, function expressions, default exports and macros. */
import { expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../../../worker/adapters/tree-sitter/parser.ts';
import { chunkFile } from '../../../../../worker/ingestion/chunks/chunk-file.ts';
import { outlineRows } from './reference-rows.ts';

const parser = createTreeSitterParser();

async function listSymbols(language: string, text: string): Promise<string[]> {
  const file = { path: 'file', language, text };
  const { symbols } = await chunkFile(file, { parser, budget: { minTokens: 50, maxTokens: 512 } });
  return symbols.map(
    ({ startLine, endLine, kind, qualifiedName }) => `${startLine}-${endLine} ${kind} ${qualifiedName}`,
  );
}

it.each<[string, string, string, string[]]>([
  [
    'functions in an object',
    'javascript',
    'const belt = {\n  start: (speed) => {\n    run(speed);\n  },\n  stop: function () {\n    halt();\n  },\n};\n',
    ['1-8 constant belt', '2-4 method belt.start', '5-7 method belt.stop'],
  ],
  [
    'long entries of a table, but not short ones',
    'typescript',
    'export const defaults = {\n  retry: {\n    limit: 2,\n  },\n  hooks: { init: [] },\n} satisfies Options;\n',
    ['1-6 constant defaults', '2-4 property defaults.retry'],
  ],
  [
    'a table local to a function has no entries',
    'javascript',
    'function pack() {\n  const sizes = {\n    small: {\n      width: 1,\n    },\n  };\n  return sizes;\n}\n',
    ['1-8 function pack'],
  ],
  [
    'a function expression that is passed on',
    'javascript',
    'belt.on("full", function stopBelt() {\n  halt();\n});\n',
    ['1-3 method stopBelt'],
  ],
  [
    'one name for a function with two',
    'javascript',
    'const send = function dispatch(parcel) {\n  return parcel;\n};\n',
    ['1-3 function send'],
  ],
  [
    'a function that a function adds to an object',
    'typescript',
    'function create() {\n  const api = {};\n  api.extend = (parts: Part[]) => {\n    merge(parts);\n  };\n  return api;\n}\n',
    ['1-7 function create', '3-5 method create.api.extend'],
  ],
  [
    'a callback that a hook returns',
    'tsx',
    'function useBelt() {\n  const move = useCallback(async () => {\n    await run();\n  }, []);\n  return move;\n}\n',
    ['1-6 function useBelt', '2-4 function useBelt.move'],
  ],
  [
    'a function in parentheses with a type',
    'typescript',
    'const each = (async function* (url: string) {\n  yield url;\n}) as Each;\n',
    ['1-3 function each'],
  ],
  [
    'a default export without a name',
    'javascript',
    'export default (a) => {\n  return a;\n};\n',
    ['1-3 function default'],
  ],
  [
    'a default export that is made by a call',
    'typescript',
    'export default defineRoute((event) => {\n  return event;\n});\n',
    ['1-3 constant default'],
  ],
  [
    'a method that is defined by a call, a lambda and an alias',
    'ruby',
    'class Belt\n  define_method(:start) do |speed|\n    run(speed)\n  end\n  alias_method :go, :start\n  LIMIT = 3\nend\nstop = lambda do |x|\n  x\nend\n',
    [
      '1-7 class Belt',
      '2-4 method Belt.start',
      '5-5 method Belt.go',
      '6-6 constant Belt.LIMIT',
      '8-10 function stop',
    ],
  ],
  ['a defined constant', 'php', "<?php\ndefine('LIMIT', 3);\n", ['2-2 constant LIMIT']],
  [
    'an indexer and a destructor',
    'csharp',
    'class Belt {\n  public int this[int i] => i;\n  ~Belt() { Stop(); }\n}\n',
    ['1-4 class Belt', '2-2 property Belt.this', '3-3 method Belt.Belt'],
  ],
  [
    'members after macros',
    'cpp',
    'template <typename T>\nBELT_INLINE Belt<T>::Belt(int a)\n    : a_(a) {}\nBELT_INLINE void Belt::run(int n) {\n  BELT_TRY { go(n); }\n  BELT_CATCH(where())\n}\nvoid BELT_INLINE Belt::stop(int n, int m) {\n  halt(n);\n}\nclass BELT_API Line : public Belt {\n  void f();\n};\n',
    [
      '1-3 method Belt.Belt',
      '4-7 method Belt.run',
      '8-10 method Belt.stop',
      '11-13 class Line',
      '12-12 method Line.f',
    ],
  ],
])('finds %s (%s)', async (_, language, source, symbols) => {
  expect(await listSymbols(language, source)).toEqual(symbols);
});

it('binds the name of a function expression inside it, not around it', async () => {
  const text = 'import { stop } from "./stop";\nbelt.on(function stop() {\n  stop();\n});\nstop();\n';
  const file = { path: 'file', language: 'typescript', text };
  const rows = outlineRows(await chunkFile(file, { parser, budget: { minTokens: 50, maxTokens: 512 } }));
  expect(rows.filter((row) => row.startsWith('locals'))).toEqual(['locals stop: stop']);
});
