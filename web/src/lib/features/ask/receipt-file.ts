/** The file a receipt is kept as, and the command that checks it. Pure. */
import type { Receipt } from '../../api.ts';

export function receiptFileName({ id }: Pick<Receipt, 'id'>): string {
  return `wherefore-receipt-${id.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(0, 60)}.json`;
}

/** The clone is the reader's: its folder is named by the repository, as `git clone` would. */
export function verifyCommand({ id, repository }: Pick<Receipt, 'id' | 'repository'>): string {
  const last = repository.name.split('/').at(-1) ?? '';
  const folder = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(last) ? last : 'clone';
  return `npx wherefore verify ${receiptFileName({ id })} ./${folder}`;
}
