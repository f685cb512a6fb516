/** The embedding space of `weights.bin`, named after its hash. Written by `make.ts`. */

import type { EmbeddingSpace } from '../../../core/code/embedding.ts';

export const space: EmbeddingSpace = { name: 'wherefore-static-256@5d09a789d091', dimensions: 256 };
