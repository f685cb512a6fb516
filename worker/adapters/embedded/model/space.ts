/** The space of `weights.bin`, named by its hash. Written by `make.ts`. */

import type { EmbeddingSpace } from '../../../core/embedding.ts';

export const space: EmbeddingSpace = { name: 'wherefore-static-256@9f22222ed971', dimensions: 256 };
