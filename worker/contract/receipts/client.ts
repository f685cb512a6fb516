/** Client calls for receipts and the keys that sign them. */
import type { PublicKeys, Receipt } from './schema.ts';
import { repositoryPath as repository } from '../request.ts';

export function receiptCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  return {
    /** The signed receipt. @param turn the turn's id, which is the answer's `id` */
    receipt: async (id: string, conversationId: string, turn: string) =>
      (await request(receiptPath(id, conversationId, turn))).json() as Promise<Receipt>,
    /** The receipt's address, for downloads. */
    receiptPath,
    receiptKeys: async () => (await request('/v1/receipt-keys')).json() as Promise<PublicKeys>,
  };
}

function receiptPath(id: string, conversationId: string, turn: string): string {
  const [conversationSegment, turnSegment] = [conversationId, turn].map(encodeURIComponent);
  return `${repository(id)}/conversations/${conversationSegment}/turns/${turnSegment}/receipt`;
}
