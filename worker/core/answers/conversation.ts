/** A conversation: questions about one repository, each answered in the context of the earlier ones. */

import type { AnswerEvent } from './answer.ts';
import type { AnswerWording } from './answer-style.ts';
import type { AttachedFile } from './evidence.ts';
import type { ErrorCode } from '../errors.ts';
import type { RerankerChoice, Subject } from './question.ts';
import type { Viewer } from '../viewer.ts';

/** The version of the repository that a turn is about. */
export interface TurnVersion {
  /** The version in the request; undefined for the newest that is ready. */
  readonly asked?: string | undefined;
  /** The version named in the question or an earlier one; later questions stay with it. */
  readonly kept?: string | undefined;
}

/** An earlier turn, as context for later questions. */
export interface EarlierTurn {
  /** The standalone question. */
  readonly question: string;
  /** Most likely subject first. */
  readonly subjects: readonly Subject[];
  /** Undefined if only the question's text is known. */
  readonly version?: TurnVersion | undefined;
}

/** The same id names different conversations for different viewers or repositories. */
export interface ConversationKey {
  readonly viewer: Viewer;
  readonly repositoryId: string;
  readonly id: string;
}

/** The name of a conversation's object. It contains everything that identifies the conversation. */
export function formatConversationName({ viewer, repositoryId, id }: ConversationKey): string {
  return JSON.stringify([viewer.id, repositoryId, id]);
}

/** What the catalog records of a conversation. */
export function toConversationRecord({ viewer, repositoryId, id }: ConversationKey) {
  return { repositoryId, viewer: viewer.id, id };
}

/** The header in which a caller states the name, percent-encoded. The object compares it with what it stores. */
export const conversationHeader = 'x-conversation';

/**
 * Position of a new turn; later turns are deleted when it begins. `last`: at the end. `same`: replaces the last turn if it has the same
 * question. `turn`: after that turn, or at the end if the turn is unknown. `none`: before all others.
 */
export type TurnPosition = 'last' | 'same' | 'none' | { readonly turn: string };

export interface NewTurn {
  readonly id: string;
  readonly question: string;
  readonly version: string | undefined;
  readonly topK: number | undefined;
  /** Whether related passages from the graph are added; default true. */
  readonly expandGraph?: boolean | undefined;
  /** What ranks the passages; undefined for the deployment's setting. */
  readonly reranker?: RerankerChoice | undefined;
  readonly writing: WritingOptions;
  /** Files attached to the question. */
  readonly files: readonly AttachedFile[];
  /** Skips the answer cache. */
  readonly fresh: boolean;
  readonly position: TurnPosition;
  /** Earlier questions that the client sends; used only if the server does not know the conversation. */
  readonly earlier: readonly EarlierTurn[];
}

/** Which answerer writes an answer, and how. */
export interface WritingOptions extends AnswerWording {
  /** `embedded`, or `provider/model`; undefined for the deployment's setting. */
  readonly model: string | undefined;
  readonly temperature: number | undefined;
  readonly maxOutputTokens: number | undefined;
  /** Whether a model judges the claims; undefined for the deployment's setting. */
  readonly judge?: boolean | undefined;
  /** Whether only a model may write the text: if it writes none, the answer fails instead of being composed. */
  readonly needsModel?: boolean | undefined;
}

/** Secrets of the user for one turn: in memory while it runs, never stored. */
export interface TurnSecrets {
  /** The user's own key for the model's provider. */
  readonly modelKey: string | undefined;
}

/** `stopped`: by the user, or after a while without subscribers. `failed`: by an error, which is stored with the turn. */
export const turnStates = ['running', 'done', 'stopped', 'failed'] as const;
export type TurnState = (typeof turnStates)[number];

interface TurnFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** The events of a turn, in order: its beginning, the answer's events, its end. */
export type TurnEvent =
  | {
      readonly type: 'begin';
      readonly turn: string;
      readonly number: number;
      readonly question: string;
      readonly snapshot: string;
      readonly cached: boolean;
      /** Undefined for turns stored before versions were recorded. */
      readonly version?: TurnVersion | undefined;
    }
  | AnswerEvent
  | { readonly type: 'stopped'; readonly reason: string }
  | { readonly type: 'failed'; readonly failure: TurnFailure };

export interface Turn {
  readonly id: string;
  /** From 1. */
  readonly number: number;
  /** The original question. */
  readonly question: string;
  readonly state: TurnState;
  readonly askedAt: number;
  readonly events: readonly TurnEvent[];
}

export interface Conversation {
  /** Time of the first turn, in milliseconds since 1970. */
  readonly createdAt: number;
  /** When it is deleted, unless another turn begins. */
  readonly expiresAt: number;
  readonly turns: readonly Turn[];
}
