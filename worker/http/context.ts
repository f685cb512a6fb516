/** The request context of every handler, and the application type. */

import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import type { Idempotency } from '../contract/document/idempotency.ts';
import type { Health } from '../contract/health.ts';
import type { Standing } from '../core/limits/measures.ts';
import type { Action } from '../core/permissions.ts';
import type { Settings } from '../core/settings.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Services } from '../flows/services.ts';

/** The files of the built app; 404 for unknown files. */
export interface Assets {
  fetch(request: Request): Promise<Response>;
}

/** Facts about the deployment. */
export interface ServerFacts {
  readonly config: {
    readonly mode: 'open' | 'hosted';
    readonly allowedHosts: readonly string[];
    readonly publicUrl: string | undefined;
    readonly proxySecret: string | undefined;
    readonly settings: Settings;
  };
  readonly adapters: Health['adapters'];
  /** Undefined if no app is served. */
  readonly assets: Assets | undefined;
  readonly version: string;
}

/** What the contract states for a route. */
export interface RouteFacts {
  /** Its method and path in the contract, without the values of a request. */
  readonly name: string;
  readonly action: Action;
  readonly maxBodyBytes: number;
  readonly acceptsArchives: boolean;
  /** How it treats an `Idempotency-Key`; undefined if it ignores one. */
  readonly idempotency: Idempotency | undefined;
  /** The error codes that the contract lists. */
  readonly errors: readonly unknown[];
}

/** The values that handlers read from the context. */
export interface Context {
  Variables: {
    services: Services;
    viewer: Viewer;
    facts: ServerFacts;
    requestId: string;
    /** What the contract states for the route; undefined before the viewer is known, and for a page. */
    route: RouteFacts | undefined;
    /** The limits after this request's reservations; undefined or empty if nothing is limited. */
    standings: readonly Standing[] | undefined;
  };
}

export type App = OpenAPIHono<Context>;

/** What a handler of a page reads. */
export type PageContext = Pick<HonoContext<Context>, 'get' | 'req'>;
