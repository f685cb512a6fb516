/**
 * The turns of a conversation and their events, in the object's own database. Every event is stored before it is sent, so that a client
 * that returns reads the same events. Nothing is created until a turn begins.
 */

import type { AnswerEvent } from '../core/answers/answer.ts';
import type {
  ConversationKey,
  EarlierTurn,
  Turn,
  TurnPosition,
  TurnEvent,
  TurnState,
  TurnVersion,
} from '../core/answers/conversation.ts';
import type { Subject } from '../core/answers/question.ts';

interface TurnRecord extends Record<string, SqlStorageValue> {
  number: number;
  id: string;
  question: string;
  text: string;
  state: TurnState;
  asked_at: number;
  subjects: string;
}

interface BegunTurn {
  readonly id: string;
  readonly question: string;
  /** The standalone question. */
  readonly text: string;
  readonly askedAt: number;
  readonly digest: string;
}

export type ConversationLog = ReturnType<typeof openConversationLog>;

export function isAnswerEvent(event: TurnEvent): event is AnswerEvent {
  return event.type !== 'begin' && event.type !== 'stopped' && event.type !== 'failed';
}

function eventVersion(event: TurnEvent): TurnVersion | undefined {
  return event.type === 'begin' ? event.version : undefined;
}

/** Maximum number of earlier turns that a follow-up uses as context. */
const maxEarlierTurns = 10;

type Rows = <Row extends Record<string, SqlStorageValue>>(text: string, ...values: unknown[]) => Row[];

export function openConversationLog(sql: SqlStorage) {
  let exists = sql.exec(`SELECT 1 FROM sqlite_schema WHERE name = 'turn'`).toArray().length > 0;

  const rows: Rows = <Row extends Record<string, SqlStorageValue>>(
    text: string,
    ...values: unknown[]
  ): Row[] => (exists ? sql.exec<Row>(text, ...values).toArray() : []);

  return {
    ...turnReads(rows),
    ...turnWrites(rows),
    get exists(): boolean {
      return exists;
    },
    /** The conversation's key; undefined if none has begun. */
    key(): ConversationKey | undefined {
      const [row] = rows<{ key: string }>('SELECT key FROM about');
      return row === undefined ? undefined : (JSON.parse(row.key) as ConversationKey);
    },
    create(key: ConversationKey): void {
      sql.exec(tables);
      sql.exec('INSERT INTO about (key) VALUES (?)', JSON.stringify(key));
      exists = true;
    },
  };
}

const tables = `
  CREATE TABLE about (key TEXT NOT NULL) STRICT;
  CREATE TABLE turn (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, question TEXT NOT NULL, text TEXT NOT NULL,
    digest TEXT NOT NULL, state TEXT NOT NULL, asked_at INTEGER NOT NULL, subjects TEXT NOT NULL DEFAULT '[]'
  ) STRICT;
  CREATE TABLE event (turn INTEGER NOT NULL, number INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (turn, number))
    STRICT, WITHOUT ROWID;
`;

/** Writes to a conversation that exists. */
function turnWrites(rows: Rows) {
  return {
    /** @returns the turn's number, from 1 */
    begin(turn: BegunTurn): number {
      const [row] = rows<{ number: number }>(
        `INSERT INTO turn (number, id, question, text, digest, state, asked_at)
         SELECT coalesce(max(number), 0) + 1, ?, ?, ?, ?, 'running', ? FROM turn RETURNING number`,
        turn.id,
        turn.question,
        turn.text,
        turn.digest,
        turn.askedAt,
      );
      return row?.number ?? 1;
    },

    /** @param first the number of the first event in the turn, from 1 */
    append(turn: number, first: number, events: readonly TurnEvent[]): void {
      for (const [index, event] of events.entries())
        rows(
          'INSERT INTO event (turn, number, body) VALUES (?, ?, ?)',
          turn,
          first + index,
          JSON.stringify(event),
        );
    },

    end(turn: number, state: TurnState, subjects: readonly Subject[]): void {
      rows('UPDATE turn SET state = ?, subjects = ? WHERE number = ?', state, JSON.stringify(subjects), turn);
    },

    /** Adds ended turns of another conversation. Their answers are not found again by a digest. */
    addTurns(turns: readonly Turn[]): void {
      for (const turn of turns) {
        const number = this.begin({ ...turn, text: turn.question, digest: '' });
        this.append(number, 1, turn.events);
        const end = turn.events.findLast((event) => event.type === 'end');
        this.end(number, turn.state, end?.subjects ?? []);
      }
    },

    removeAfter(number: number): void {
      rows('DELETE FROM event WHERE turn > ?', number);
      rows('DELETE FROM turn WHERE number > ?', number);
    },
  };
}

function turnReads(rows: Rows) {
  const readEvents = (turn: number): TurnEvent[] =>
    rows<{ body: string }>('SELECT body FROM event WHERE turn = ? ORDER BY number', turn).map(
      ({ body }) => JSON.parse(body) as TurnEvent,
    );
  const toTurn = ({ id, number, question, state, asked_at }: TurnRecord): Turn => ({
    id,
    number,
    question,
    state,
    askedAt: asked_at,
    events: readEvents(number),
  });
  return {
    turns: (): Turn[] => rows<TurnRecord>('SELECT * FROM turn ORDER BY number').map(toTurn),

    /** Turns that have not ended; after a restart of the object, the interrupted ones. */
    unended: (): Turn[] => rows<TurnRecord>(`SELECT * FROM turn WHERE state = 'running'`).map(toTurn),

    turn(id: string): Turn | undefined {
      return rows<TurnRecord>('SELECT * FROM turn WHERE id = ?', id).map(toTurn)[0];
    },

    /** The events of the last complete answer with that digest. */
    findAnswer(digest: string): readonly AnswerEvent[] | undefined {
      const [row] = rows<TurnRecord>(
        `SELECT * FROM turn WHERE digest = ? AND state = 'done' ORDER BY number DESC LIMIT 1`,
        digest,
      );
      return row === undefined ? undefined : readEvents(row.number).filter(isAnswerEvent);
    },

    /** The number of turns before a new turn at this position. */
    countBefore(position: TurnPosition, question: string): number {
      if (position === 'none') return 0;
      const found =
        typeof position === 'object'
          ? rows<{ number: number }>('SELECT number FROM turn WHERE id = ?', position.turn)[0]
          : undefined;
      if (found !== undefined) return found.number;
      const [last] = rows<TurnRecord>('SELECT * FROM turn ORDER BY number DESC LIMIT 1');
      if (last === undefined) return 0;
      return position === 'same' && last.question === question ? last.number - 1 : last.number;
    },

    lastAskedAt: (): number =>
      rows<{ at: number | null }>('SELECT max(asked_at) AS at FROM turn')[0]?.at ?? 0,

    /** The last answered turns up to a number, oldest first. */
    earlier(upTo: number): EarlierTurn[] {
      const found = rows<Pick<TurnRecord, 'text' | 'subjects'> & { begin: string | null }>(
        `SELECT text, subjects, (SELECT body FROM event WHERE turn = turn.number AND number = 1) AS begin FROM turn
         WHERE state <> 'failed' AND number <= ? ORDER BY number DESC LIMIT ${maxEarlierTurns}`,
        upTo,
      );
      return found.toReversed().map(({ text, subjects, begin }) => ({
        question: text,
        subjects: JSON.parse(subjects) as Subject[],
        version: begin === null ? undefined : eventVersion(JSON.parse(begin) as TurnEvent),
      }));
    },
  };
}
