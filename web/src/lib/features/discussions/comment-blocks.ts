/**
 * Splits a comment into blocks: fenced code, quoted lines, and text. No other Markdown is interpreted, so a stranger's
 * comment cannot produce a link, image or element. Pure. The time is linear in the length of the text.
 */

interface CommentBlock {
  readonly kind: 'text' | 'quote' | 'code';
  readonly text: string;
}

/** After this many blocks, the rest of the comment is added to the last block. */
const maxBlocks = 500;

export function splitComment(body: string): readonly CommentBlock[] {
  const blocks: { kind: CommentBlock['kind']; lines: string[] }[] = [];
  let openFence: string | null = null;
  const add = (kind: CommentBlock['kind'], line: string): void => {
    const last = blocks.at(-1);
    if (last?.kind === kind || (last !== undefined && blocks.length >= maxBlocks)) last.lines.push(line);
    else blocks.push({ kind, lines: [line] });
  };
  for (const line of body.replaceAll('\r\n', '\n').split('\n')) {
    const fence = /^ {0,3}(```+|~~~+)/.exec(line)?.[1] ?? null;
    if (openFence !== null) {
      if (fence !== null && fence.startsWith(openFence)) openFence = null;
      else add('code', line);
    } else if (fence !== null) openFence = fence;
    else if (/^ {0,3}>/.test(line)) add('quote', line.replace(/^ {0,3}> ?/, ''));
    else add('text', line);
  }
  return blocks
    .map(({ kind, lines }) => ({ kind, text: lines.join('\n').replace(/^\n+/, '').trimEnd() }))
    .filter(({ text }) => text !== '');
}
