/** The AI SDK's chat with its state in memory, built as in the SDK's Svelte, React and Vue packages. */

import { AbstractChat, type ChatInit, type ChatState, type ChatStatus, type UIMessage } from 'ai';

class MemoryState implements ChatState<UIMessage> {
  status: ChatStatus = 'ready';
  error: Error | undefined = undefined;
  messages: UIMessage[];

  constructor(messages: readonly UIMessage[]) {
    this.messages = [...messages];
  }

  pushMessage = (message: UIMessage): void => {
    this.messages = [...this.messages, message];
  };

  popMessage = (): void => {
    this.messages = this.messages.slice(0, -1);
  };

  replaceMessage = (index: number, message: UIMessage): void => {
    this.messages = this.messages.with(index, structuredClone(message));
  };

  snapshot = <Value>(value: Value): Value => structuredClone(value);
}

export class MemoryChat extends AbstractChat<UIMessage> {
  constructor({ messages = [], ...init }: ChatInit<UIMessage>) {
    super({ ...init, state: new MemoryState(messages) });
  }
}
