/** Tests that conversations in Durable Objects fulfill the port's contract. */
import { conversationsContract } from '../../../contracts/conversations.ts';
import { openConversations } from '../../../support/workbench/open-conversations.ts';

conversationsContract(openConversations);
