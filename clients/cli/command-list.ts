/** The commands of the command line, in the order of the overview. */

import type { Command } from './command.ts';
import { askCommand } from './commands/ask-command.ts';
import { createCompletionCommand } from './commands/completion-command.ts';
import { contextCommand } from './commands/context-command.ts';
import { evalCommand } from './commands/eval-command.ts';
import { feedbackCommand } from './commands/feedback-command.ts';
import { graphCommand } from './commands/graph-command.ts';
import { grepCommand } from './commands/grep-command.ts';
import { indexCommand } from './commands/index-command.ts';
import { keysCommand } from './commands/keys-command.ts';
import { listCommand } from './commands/list-command.ts';
import { mcpCommand } from './commands/mcp-command.ts';
import { modelsCommand } from './commands/models-command.ts';
import { overviewCommand } from './commands/overview-command.ts';
import { removeCommand } from './commands/remove-command.ts';
import { retryCommand } from './commands/retry-command.ts';
import { searchCommand } from './commands/search-command.ts';
import { startCommand } from './commands/start-command.ts';
import { statusCommand } from './commands/status-command.ts';
import { verifyCommand } from './commands/verify-command.ts';
import { versionsCommand } from './commands/versions-command.ts';
import { visibilityCommand } from './commands/visibility-command.ts';

const otherCommands: readonly Command[] = [
  indexCommand,
  askCommand,
  modelsCommand,
  searchCommand,
  contextCommand,
  grepCommand,
  graphCommand,
  listCommand,
  overviewCommand,
  statusCommand,
  versionsCommand,
  verifyCommand,
  retryCommand,
  removeCommand,
  visibilityCommand,
  feedbackCommand,
  evalCommand,
  keysCommand,
  mcpCommand,
  startCommand,
];

export const commands: readonly Command[] = [...otherCommands, createCompletionCommand(otherCommands)];
