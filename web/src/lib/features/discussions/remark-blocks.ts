/**
 * What a stranger wrote, in blocks that are set apart: code between fences, lines quoted from another, and text. Nothing else of its
 * Markdown is read, so that no link, image or element can come of it. Pure, and linear in the text.
 */

interface RemarkBlock {
  readonly kind: 'text' | 'quote' | 'code';
  readonly text: string;
}

/** Beyond these all that follows is one text. */
const maxBlocks = 500;

export function remarkBlocks(body: string): readonly RemarkBlock[] {
  const blocks: { kind: RemarkBlock['kind']; lines: string[] }[] = [];
  let fence: string | null = null;
  const add = (kind: RemarkBlock['kind'], line: string): void => {
    const last = blocks.at(-1);
    if (last?.kind === kind || (last !== undefined && blocks.length >= maxBlocks)) last.lines.push(line);
    else blocks.push({ kind, lines: [line] });
  };
  for (const line of body.replaceAll('\r\n', '\n').split('\n')) {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1] ?? null;
    if (fence !== null) {
      if (mark !== null && mark.startsWith(fence)) fence = null;
      else add('code', line);
    } else if (mark !== null) fence = mark;
    else if (/^ {0,3}>/.test(line)) add('quote', line.replace(/^ {0,3}> ?/, ''));
    else add('text', line);
  }
  return blocks
    .map(({ kind, lines }) => ({ kind, text: lines.join('\n').replace(/^\n+/, '').trimEnd() }))
    .filter(({ text }) => text !== '');
}
