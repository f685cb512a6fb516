/** A conversation: questions about one repository, each answered with those before it in view. */

import type { AnswerEvent } from './answer.ts';
import type { AttachedFile } from './attachment.ts';
import type { ErrorCode } from './errors.ts';
import type { RerankerChoice } from './question.ts';
import type { Viewer } from './viewer.ts';

/** What a turn was about: a follow-up may mean it without naming it. */
export interface Subject {
  /** A symbol's qualified name, a path, or words of the question. */
  readonly name: string;
  readonly kind: 'symbol' | 'file' | 'topic';
  readonly path: string | undefined;
  /** One of a list that was told, in its order: the first three of it and the last. */
  readonly isListed?: true;
}

/** The version of the repository a turn was asked of. */
export interface TurnVersion {
  /** As its request named it; undefined for the newest that is ready. */
  readonly asked?: string | undefined;
  /** As its words named it, or those of a turn before: questions after it keep to it. */
  readonly kept?: string | undefined;
}

/** A turn as the questions after it see it. */
export interface EarlierTurn {
  /** Its question, standing on its own. */
  readonly question: string;
  /** The likeliest first. */
  readonly subjects: readonly Subject[];
  /** Undefined where nothing is known of it but its words. */
  readonly version?: TurnVersion | undefined;
}

/** Another viewer, or another repository, has another conversation of the same id. */
export interface ConversationKey {
  readonly viewer: Viewer;
  readonly repositoryId: string;
  readonly id: string;
}

/**
 * Where in the conversation a new turn stands; what comes after that place is dropped when it begins. `last`: after all.
 * `same`: in place of the last, if that asked the same. A turn: after that one (after all when it is unknown). `none`: first.
 */
export type TurnBefore = 'last' | 'same' | 'none' | { readonly turn: string };

export interface NewTurn {
  readonly id: string;
  readonly question: string;
  readonly version: string | undefined;
  readonly topK: number | undefined;
  /** Whether passages are added that the graph leads to; they are unless this is false. */
  readonly expandGraph?: boolean | undefined;
  /** What orders its passages; as the deployment has it where this is undefined. */
  readonly reranker?: RerankerChoice | undefined;
  readonly writing: Writing;
  /** Files that came with the question. */
  readonly files: readonly AttachedFile[];
  /** Answers anew, not from the cache. */
  readonly fresh: boolean;
  readonly after: TurnBefore;
  /** Questions before it that its asker knows of; read only when the conversation is new here. */
  readonly earlier: readonly EarlierTurn[];
}

/** Who is to write an answer, and how. */
export interface Writing {
  /** `embedded`, or `provider/model`; as the deployment has it where this is undefined. */
  readonly model: string | undefined;
  readonly temperature: number | undefined;
  readonly maxOutputTokens: number | undefined;
}

/** What a turn's asker brings for that turn alone: held while it runs, never written down. */
export interface TurnSecrets {
  /** For the vendor of the model that is asked. */
  readonly modelKey: string | undefined;
}

/** `stopped`: by its reader, or because nobody had listened for a while. `failed`: by an error, kept with it. */
export type TurnState = 'running' | 'done' | 'stopped' | 'failed';

interface TurnFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** What a turn tells its listeners, in order: how it began, the answer's events, how it ended. */
export type TurnEvent =
  | {
      readonly type: 'begin';
      readonly turn: string;
      readonly number: number;
      readonly question: string;
      readonly snapshot: string;
      readonly cached: boolean;
      /** Undefined of a turn that was kept before versions were. */
      readonly version?: TurnVersion | undefined;
    }
  | AnswerEvent
  | { readonly type: 'stopped'; readonly reason: string }
  | { readonly type: 'failed'; readonly failure: TurnFailure };

export interface Turn {
  readonly id: string;
  /** From 1. */
  readonly number: number;
  /** As asked. */
  readonly question: string;
  readonly state: TurnState;
  readonly askedAt: number;
  readonly events: readonly TurnEvent[];
}

export interface Conversation {
  /** Milliseconds since 1970; the first turn's. */
  readonly createdAt: number;
  /** When it is forgotten, unless another turn is taken. */
  readonly expiresAt: number;
  readonly turns: readonly Turn[];
}
