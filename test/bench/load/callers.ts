/** Calls a server in a closed loop: each caller sends its next call when the last one has ended. */

import { Agent, request as sendRequest } from 'node:http';

/** Who sends calls: a key, a session or, with neither, an address of the loopback network. */
export interface Identity {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Such as `127.0.0.9`. */
  readonly address?: string;
}

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
}

export interface Outcome {
  readonly identity: string;
  readonly path: string;
  /** 0 if the connection failed. */
  readonly status: number;
  readonly ms: number;
  /** Milliseconds since 1970 at the response. */
  readonly at: number;
  /** What is left of the requests, as the header `RateLimit` reports. */
  readonly left: number | undefined;
}

const maxCallMs = 60_000;

export class Callers {
  readonly #url: URL;
  readonly #agents = new Map<string, Agent>();
  readonly outcomes: Outcome[] = [];

  constructor(url: string) {
    this.#url = new URL(url);
  }

  async call(identity: Identity, { method, path, body }: Call): Promise<Outcome> {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const startedAt = performance.now();
    const { status, rateLimit } = await new Promise<{ status: number; rateLimit: string }>((settle) => {
      const request = sendRequest(
        {
          agent: this.#agent(identity.address),
          host: this.#url.hostname,
          port: this.#url.port,
          method,
          path,
          timeout: maxCallMs,
          headers: {
            accept: 'application/json',
            ...identity.headers,
            ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
          },
        },
        (response) => {
          response.resume();
          const header = response.headers['ratelimit'];
          const rateLimit = typeof header === 'string' ? header : '';
          response.on('end', () => settle({ status: response.statusCode ?? 0, rateLimit }));
          response.on('error', () => settle({ status: 0, rateLimit }));
        },
      );
      request.on('timeout', () => request.destroy(new Error('The call took too long.')));
      request.on('error', () => settle({ status: 0, rateLimit: '' }));
      request.end(payload);
    });
    const left = /"requests";r=(\d+)/.exec(rateLimit)?.[1];
    const outcome = {
      identity: identity.name,
      path,
      status,
      ms: performance.now() - startedAt,
      at: Date.now(),
      left: left === undefined ? undefined : Number(left),
    };
    this.outcomes.push(outcome);
    return outcome;
  }

  /** Calls until the time is over. @param next the call of a turn, by its number */
  async loop(identity: Identity, next: (turn: number) => Call, untilMs: number): Promise<void> {
    for (let turn = 0; performance.now() < untilMs; turn += 1) await this.call(identity, next(turn));
  }

  close(): void {
    for (const agent of this.#agents.values()) agent.destroy();
  }

  #agent(address = '127.0.0.1'): Agent {
    const known = this.#agents.get(address);
    const agent = known ?? new Agent({ keepAlive: true, localAddress: address });
    this.#agents.set(address, agent);
    return agent;
  }
}

/** The smallest time that 95 % of the calls did not exceed; 0 without calls. */
export function p95(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0);
}

const minuteMs = 60_000;

/**
 * Counts calls beyond a limit of requests a minute, and calls that were refused although something was left. Each granted call reports
 * what is left after it, so in every window each number below the limit occurs at most once, and zero occurs before a refusal.
 * @param outcomes of one limited identity
 */
export function countLimitErrors(outcomes: readonly Outcome[], limit: number): number {
  const granted = outcomes.filter(({ status, left }) => status !== 429 && left !== undefined);
  const refused = outcomes.filter(({ status }) => status === 429);
  const startedAt = Math.min(...outcomes.map(({ at, ms }) => at - ms));
  const endedAt = Math.max(...outcomes.map(({ at }) => at));
  const windows = Math.floor(endedAt / minuteMs) - Math.floor(startedAt / minuteMs) + 1;
  const counts = new Map<number, number>();
  for (const { left = 0 } of granted) counts.set(left, (counts.get(left) ?? 0) + 1);
  const beyond = [...counts.values()].reduce((sum, count) => sum + Math.max(0, count - windows), 0);
  const isEarly = refused.length > 0 && (counts.get(0) ?? 0) === 0;
  return beyond + Math.max(0, granted.length - limit * windows) + (isEarly ? refused.length : 0);
}
