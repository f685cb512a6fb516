/**
 * The graph the address names, as it arrives: what surrounds the focus and what each expanded node brings in. Asked again when
 * the address asks for something else; what is already known of an expanded node is kept.
 */
import { untrack } from 'svelte';
import type { GraphAnswer, Problem } from '../../api.ts';
import { createLatest } from '../search/latest.svelte.ts';
import { mergeGraph, type ExploredGraph } from './explored-graph.ts';
import type { GraphAddress } from './graph-address.ts';
import { createGraphExpansions } from './graph-expansions.svelte.ts';
import { askGraph, graphQuestion, type GraphQuestion } from './graph-question.ts';

interface GraphExplorer {
  /** Undefined before the first answer, and where nothing is asked. */
  readonly graph: ExploredGraph | undefined;
  readonly answer: GraphAnswer | undefined;
  readonly problem: Problem | undefined;
  readonly waiting: boolean;
  /** Expanded nodes that could not be read. */
  readonly failed: number;
  readonly again: () => void;
}

/** More than are shown at once, so that filters of the page have something to choose from. */
const maxNodes = 600;
/** Of one node that is expanded. */
const maxNeighbours = 150;

/** Call it while a component is set up. */
export function createGraphExplorer(of: {
  readonly repositoryId: () => string;
  readonly address: () => GraphAddress;
}): GraphExplorer {
  function mainQuestion(): GraphQuestion | null {
    const [address, repositoryId] = [of.address(), of.repositoryId()];
    const { focus, depth } = address;
    return focus === null
      ? null
      : graphQuestion({ repositoryId, address }, focus, { depth, limit: maxNodes });
  }

  // By what is asked: an address that changes in something else asks nothing.
  const asked = $derived(JSON.stringify(mainQuestion()));
  const main = createLatest({
    question: () => {
      void asked;
      return untrack(mainQuestion);
    },
    ask: askGraph,
    restMs: 0,
  });
  const expansions = createGraphExpansions(() => {
    const [address, repositoryId] = [of.address(), of.repositoryId()];
    const reach = { depth: 1, limit: maxNeighbours };
    return address.expanded.map((name) => graphQuestion({ repositoryId, address }, name, reach));
  });
  const graph = $derived.by(() => {
    if (main.answer === undefined) return undefined;
    const brought = expansions.current.flatMap((one) => (one === undefined || one === 'failed' ? [] : [one]));
    return mergeGraph(main.answer, brought);
  });

  return {
    get graph() {
      return graph;
    },
    get answer() {
      return main.answer;
    },
    get problem() {
      return main.problem;
    },
    get waiting() {
      return main.waiting || expansions.current.includes(undefined);
    },
    get failed() {
      return expansions.current.filter((one) => one === 'failed').length;
    },
    again: main.again,
  };
}
