/** What a search came to, in a sentence: how many there are, how many are shown, and what was not looked at. */
import type { GrepResponse, PathMatches, SearchResponse } from '../../api.ts';
import { countOf, formatCount, formatDuration } from '../../format.ts';

export function tellGrep(answer: GrepResponse): string {
  const { total, matches, filesSearched, truncatedBy } = answer;
  const read = `${countOf(filesSearched, 'file')} in ${formatDuration(answer.totalMs)}`;
  const all = countOf(total, 'matching line');
  if (truncatedBy === 'time') {
    const first = matches.length < total ? `, the first ${formatCount(matches.length)} shown` : '';
    return `Stopped for time: ${all} found so far${first}; only ${read} were read.`;
  }
  if (total === 0) return `No line matches; read ${read}.`;
  return truncatedBy === 'limit'
    ? `The first ${formatCount(matches.length)} of ${all}; read ${read}.`
    : `${all}; read ${read}.`;
}

export function tellPaths({ total, truncated, files }: PathMatches): string {
  if (total === 0) return 'No path matches.';
  return truncated
    ? `The first ${formatCount(files.length)} of ${countOf(total, 'path')}; name more of the path to see the rest.`
    : `${countOf(total, 'path')}.`;
}

interface ConfidenceTold {
  readonly level: SearchResponse['confidence'];
  readonly title: string;
  readonly detail: string;
}

/**
 * How far the results hold what was asked: said plainly, most of all when they do not.
 * @param filtered whether filters narrowed them
 */
export function tellConfidence(
  { confidence, covered, results }: SearchResponse,
  filtered: boolean,
): ConfidenceTold {
  const share = `${Math.round(covered * 100)} %`;
  if (results.length === 0)
    return {
      level: confidence,
      title: 'Nothing found',
      detail: filtered ? 'No span matches, with these filters.' : 'No span matches.',
    };
  if (confidence === 'out-of-scope')
    return {
      level: confidence,
      title: 'Not here',
      detail: `The repository does not seem to hold what was asked. By weight, ${share} of its words stand in these spans, the nearest there are.`,
    };
  if (confidence === 'low')
    return {
      level: confidence,
      title: 'Low confidence',
      detail: `By weight, ${share} of the words asked for stand in the best spans; read them before relying on them.`,
    };
  return {
    level: confidence,
    title: 'High confidence',
    detail: `By weight, ${share} of the words asked for stand in the best spans.`,
  };
}

/** How the question was read where that is not how it was written, and what could not be done as asked. */
export function tellReading({
  readAs,
  subQueries = [],
  notes = [],
  nearest = [],
}: SearchResponse): readonly string[] {
  return [
    ...(readAs === undefined ? [] : [`Read as: ${readAs}`]),
    ...(subQueries.length === 0 ? [] : [`Searched apart: ${subQueries.join(' · ')}`]),
    ...notes,
    ...(nearest.length === 0
      ? []
      : [`Nearest names: ${nearest.map(({ name, path }) => `${name} in ${path}`).join(', ')}`]),
  ];
}
