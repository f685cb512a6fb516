/** Lets Node import `.wasm` files as compiled modules, like the Worker does. Import it before the parser, for its side effect. */

import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('.wasm')) return nextLoad(url, context);
    const path = JSON.stringify(fileURLToPath(url));
    const source = `import { readFileSync } from 'node:fs'; export default new WebAssembly.Module(readFileSync(${path}));`;
    return { format: 'module', source, shortCircuit: true };
  },
});
