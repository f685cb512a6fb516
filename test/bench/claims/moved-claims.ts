/** Kinds of claims whose quotation or name is correct, but whose citation points at other lines of the same file. */

import { splitLines } from '../../../worker/core/text/decode-text.ts';
import { createEvidence, type ClaimMaterial, type MakeClaim } from './claim-case.ts';
import { cite } from './reword-sentence.ts';

/** Cites lines at least six lines before or after the quoted ones. */
function citeShiftedLines(material: ClaimMaterial, [first, last]: readonly [number, number]) {
  const { definition, pick } = material;
  const lineCount = splitLines(definition.file.text).length;
  const length = pick([8, 12, 20]) ?? 8;
  const spanAfter = { startLine: last + 6, endLine: Math.min(lineCount, last + 5 + length) };
  const spanBefore = { startLine: Math.max(1, first - 5 - length), endLine: first - 6 };
  const spans = [spanAfter, spanBefore].filter(
    ({ startLine, endLine }) => endLine > startLine + 2 && startLine > 0,
  );
  const span = pick(spans);
  const quoted = splitLines(definition.file.text)
    .slice(first - 1, last)
    .join('')
    .trim();
  const evidence = span && createEvidence(definition.file, { id: 'e1', ...span });
  return evidence === undefined || quoted === '' || evidence.text.includes(quoted) ? undefined : evidence;
}

export const movedKinds: Readonly<Record<string, MakeClaim>> = {
  'right quotation of a line, six lines off': (material) => {
    const quoted = material.pick(material.definition.lines);
    const evidence = quoted && citeShiftedLines(material, [quoted[1], quoted[1]]);
    if (evidence === undefined || evidence.text.includes(quoted?.[0] ?? '')) return [];
    const text = material.pick([
      cite(`It reads \`${quoted?.[0]}\``),
      cite(`The code contains \`${quoted?.[0]}\``),
      cite(`This is done by \`${quoted?.[0]}\``),
    ]);
    return text === undefined ? [] : [{ text, evidence }];
  },
  'right quotation of a comment, six lines off': (material) => {
    const { definition, pick } = material;
    const sentence = pick(definition.sentences);
    const begin = sentence?.split(' ').slice(0, 3).join(' ') ?? '';
    const lines = splitLines(definition.file.text);
    const first =
      lines.findIndex((line, index) => index + 1 >= definition.startLine && line.includes(begin)) + 1;
    if (sentence === undefined || first === 0) return [];
    const evidence = citeShiftedLines(material, [first, first + 3]);
    if (evidence === undefined || evidence.text.includes(begin)) return [];
    return [
      {
        text: pick([cite(`The comment says “${sentence}”`), cite(`It is documented: “${sentence}”`)]) ?? '',
        evidence,
      },
    ];
  },
  'right name, six lines off': (material) => {
    const { definition, pick } = material;
    const quoted = pick(
      definition.lines.filter(([text]) => definition.calls.some((callee) => text.includes(`${callee}(`))),
    );
    const callee = definition.calls.find((call) => quoted?.[0].includes(`${call}(`));
    const evidence = quoted && citeShiftedLines(material, [quoted[1], quoted[1]]);
    if (evidence === undefined || callee === undefined || evidence.text.includes(callee)) return [];
    return [{ text: cite(`\`${callee}\` is called here`), evidence }];
  },
};
