/** Formats the file name of a downloaded receipt and the command that verifies it. Pure. */
import type { Receipt } from '../../../api.ts';

export function receiptFileName({ id }: Pick<Receipt, 'id'>): string {
  return `wherefore-receipt-${id.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(0, 60)}.json`;
}

/** Users replace `<clone>` with the path of their clone. Attachments are passed as `--file`, since only the user has them. */
export function formatVerifyCommand({ id, attachments }: Pick<Receipt, 'id' | 'attachments'>): string {
  const names = [...new Set(attachments.map(({ name }) => name))];
  return [
    'npx wherefore verify',
    receiptFileName({ id }),
    '<clone>',
    ...names.map((name) => `--file ${quoteForShell(name)}`),
  ].join(' ');
}

/** Quotes a file name for a POSIX shell. The `./` keeps a name that starts with a hyphen from being read as an option. */
function quoteForShell(name: string): string {
  const word = name.startsWith('-') ? `./${name}` : name;
  return /^[\w./:@%+,=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
