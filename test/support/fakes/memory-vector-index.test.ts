/** The dense index of the workbenches keeps the port's promises. */
import { vectorIndexContract } from '../../contracts/vector-index.ts';
import { createMemoryVectorIndex } from './memory-vector-index.ts';

vectorIndexContract(async () => {
  const vectorIndex = createMemoryVectorIndex();
  return {
    vectorIndex,
    space: { name: 'memory', dimensions: 16 },
    rowsHeld: () => Promise.resolve(vectorIndex.rows()),
  };
});
