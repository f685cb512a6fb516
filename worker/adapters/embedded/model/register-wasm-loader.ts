/** Lets Node import `.wasm` files as compiled modules, as the Worker does. Import it for its side effect before you import the parser. */

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
