/** `node test/support/write-row-products.ts` writes the WebAssembly module that multiplies vectors. */

import { writeFileSync } from 'node:fs';
import { encodeModule } from '../../worker/objects/vector-shard/row-products/encode-module.ts';

const folder = new URL('../../worker/objects/vector-shard/row-products/', import.meta.url);
writeFileSync(new URL('row-products.wasm', folder), encodeModule());
