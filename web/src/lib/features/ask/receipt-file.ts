/** The file a receipt is kept as, and the command that checks it. Pure. */
import type { Receipt } from '../../api.ts';

export function receiptFileName({ id }: Pick<Receipt, 'id'>): string {
  return `wherefore-receipt-${id.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(0, 60)}.json`;
}

/** The clone is the reader's, and stands as `<clone>` for them to name; files that came with the question are theirs too. */
export function verifyCommand({ id, attachments }: Pick<Receipt, 'id' | 'attachments'>): string {
  const names = [...new Set(attachments.map(({ name }) => name))];
  return [
    'npx wherefore verify',
    receiptFileName({ id }),
    '<clone>',
    ...names.map((name) => `--file ${quoted(name)}`),
  ].join(' ');
}

/** In single quotes a POSIX shell reads everything as it stands, except a single quote; `./` keeps a name from being read as an option. */
function quoted(name: string): string {
  const word = name.startsWith('-') ? `./${name}` : name;
  return /^[\w./:@%+,=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
