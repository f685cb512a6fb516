/** What every bench is: its arguments in, a table printed, one JSON value out. */

import type { Terminal } from '../../clients/cli/terminal.ts';

export interface BenchContext {
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

export type Bench = (args: readonly string[], context: BenchContext) => Promise<unknown>;
