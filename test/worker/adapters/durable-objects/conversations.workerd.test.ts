/** Conversations as Durable Objects keep the port's promises. */
import { conversationsContract } from '../../../contracts/conversations.ts';
import { openConversations } from '../../../support/workbench/open-conversations.ts';

conversationsContract(openConversations);
