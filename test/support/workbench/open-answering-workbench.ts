/** Opens a workbench with the real parser, secret scanner and settings, on which questions are answered as in a deployment. */

import { createSecretScanner } from '../../../worker/adapters/secret-rules/secret-scanner.ts';
import { createTreeSitterParser } from '../../../worker/adapters/tree-sitter/parser.ts';
import { parseConfig } from '../../../worker/runtime/config.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

export function openAnsweringWorkbench(): Promise<Workbench> {
  return openWorkbench(() => ({
    parser: createTreeSitterParser(),
    secretScanner: createSecretScanner(),
    settings: parseConfig({}).settings,
  }));
}
