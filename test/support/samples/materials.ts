/**
 * Generates material for composed answers: files with unusual lines, and their index entries. Paths, names and lines are consistent with the
 * files, as in a real index. Documentation, signatures and headings are arbitrary texts.
 */

import * as fc from 'fast-check';
import type { Material } from '../../../worker/answering/compose/compose-answer.ts';
import { planEvidence } from '../../../worker/answering/compose/plan-evidence.ts';
import type { Evidence } from '../../../worker/core/answers/evidence.ts';
import type { Question } from '../../../worker/core/answers/question.ts';
import { splitLines } from '../../../worker/core/text/decode-text.ts';
import { createEvidence } from './evidence.ts';
import { chunkRow, symbolRow } from './questions.ts';

const lines = fc.constantFrom(
  '',
  '    ',
  '# A heading',
  '## Install `it` now',
  '// Joins the chunks of a file. In order.',
  '    # Never use this: it is slow.',
  ' * Returns the file. See “the guide”.',
  '/** Cuts a file, e.g. into chunks. */',
  '"""Joins all chunks back."""',
  "'''Says \"join. chunks\" twice.'''",
  'const quote = “x”; const other = “join chunks”;',
  "if (character === '“') closing = '”';",
  'cite `[chunk:e1]` and [chunk:e9] here.',
  'text [chunk:e1] joins chunks.',
  'def join(chunks, *, sep=""):',
  'def fold(chunks): # [chunk:e2]',
  'class Joiner(Base): pass',
  'return "".join(chunk.raw for chunk in chunks)',
  'x = a ? b : c; y = `join ${chunks}`;',
  '- Join chunks. On line 900 of `nowhere`.',
  '* Star item that joins chunks',
  '> Quoted: join the chunks of a file!',
  '```ts',
  '| a | join chunks |',
  'join chunks\tof a   file\r',
  'Die Stücke einer Datei werden verbunden. 分块文件。',
  '--- a/file +++ b/file @@ lines 10–20 @@',
  '; lisp comment joins; ;; chunks',
  'The line 5 and lines 7 to 9 say “nothing',
);

const paths = fc.constantFrom(
  'src/join.py',
  'src/a. b.ts',
  'docs/guide.md',
  'docs/日本/x.rst',
  'notes.txt',
  'a`b.py',
  '[chunk:e1].py',
  'odd“name”.go',
  'README.md',
);

const anyText = fc.oneof(
  fc.array(lines, { maxLength: 4 }).map((selected) => selected.join('\n')),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constant(''),
);

interface GeneratedFile {
  readonly path: string;
  readonly text: string;
  readonly at: number;
  readonly length: number;
  readonly documentation: string;
  readonly signature: string;
  readonly heading: string | undefined;
  readonly hasSymbol: boolean;
}

const generatedFile: fc.Arbitrary<GeneratedFile> = fc.record({
  path: paths,
  text: fc.array(lines, { minLength: 1, maxLength: 40 }).map((selected) => `${selected.join('\n')}\n`),
  at: fc.nat(),
  length: fc.nat({ max: 30 }),
  documentation: anyText,
  signature: anyText,
  heading: fc.option(anyText, { nil: undefined }),
  hasSymbol: fc.boolean(),
});

/** Generates the material from which an answer to the question is composed, with the evidence that the answer may cite. */
export function generateMaterials(question: Question): fc.Arbitrary<readonly Material[]> {
  return fc.array(generatedFile, { minLength: 1, maxLength: 5 }).map((files) => {
    const definitions = files.flatMap((file) => createSymbols(file).map((symbol) => ({ file, symbol })));
    const planned = planEvidence({
      question,
      definitions: definitions.slice(0, 3).map(({ symbol }) => symbol),
      passages: files.map((file) => ({ chunk: createChunk(file), score: 1 })),
      files: files.slice(0, 2).map((file) => ({ file: createChunk(file), symbols: createSymbols(file) })),
      topK: 5,
    });
    return planned.flatMap((span, index): Material[] => {
      const text = files.find((file) => file.path === span.path)?.text ?? '';
      if (span.endLine > splitLines(text).length) return [];
      const { path, startLine, endLine } = span;
      const symbol =
        span.use === 'file'
          ? undefined
          : span.use === 'passage'
            ? span.subject.symbol
            : span.subject.qualifiedName;
      const evidence: Evidence = createEvidence({
        file: text,
        id: `e${index + 1}`,
        path,
        startLine,
        endLine,
        symbol,
      });
      return [{ ...span, evidence }];
    });
  });
}

/** Creates symbols for the definitions in the text, each at its line. */
function createSymbols({ path, text, documentation, signature }: GeneratedFile) {
  return splitLines(text).flatMap((line, index) => {
    const name = /^(?:def|class) (\w+)/.exec(line)?.[1];
    return name === undefined
      ? []
      : [symbolRow(path, `Outer.${name}`, index + 1, { documentation, signature })];
  });
}

function createChunk({ path, text, at, length, documentation, heading, hasSymbol }: GeneratedFile) {
  const last = splitLines(text).length;
  const startLine = 1 + (at % last);
  return chunkRow(path, {
    startLine,
    endLine: Math.min(last, startLine + length),
    lines: last,
    symbol: hasSymbol ? 'Outer.join' : undefined,
    metadata: {
      defines: [],
      ...(documentation === '' ? {} : { documentation }),
      ...(heading === undefined ? {} : { headings: ['Guide', heading] }),
    },
  });
}
