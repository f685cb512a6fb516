/** The calls of the typed client about receipts: one of a turn, and the keys they are signed with. */
import type { PublicKeys, Receipt } from './schema.ts';
import { repositoryPath as repository } from '../request.ts';

export function receiptCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  return {
    /** As it was signed. @param turn its id, which an answer has as `id` */
    receipt: async (id: string, conversationId: string, turn: string) =>
      (await request(receiptPath(id, conversationId, turn))).json() as Promise<Receipt>,
    /** Where a browser downloads it from. */
    receiptPath,
    receiptKeys: async () => (await request('/v1/receipt-keys')).json() as Promise<PublicKeys>,
  };
}

function receiptPath(id: string, conversationId: string, turn: string): string {
  const [conversation, of] = [conversationId, turn].map(encodeURIComponent);
  return `${repository(id)}/conversations/${conversation}/turns/${of}/receipt`;
}
