/** The embedder of the workbenches keeps the port's promises. */
import { embedderContract } from '../../contracts/embedder.ts';
import { createHashingEmbedder } from './hashing-embedder.ts';

embedderContract(async () => createHashingEmbedder(128));
