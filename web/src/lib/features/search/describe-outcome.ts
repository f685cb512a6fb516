/** Describes the outcome of a search: how many results there are, how many are shown, and how well they match. */
import type { GrepResponse, PathMatches, SearchResponse } from '../../api.ts';
import { formatCountOf, formatCount, formatDuration } from '../../format.ts';

export function describeGrep(response: GrepResponse): string {
  const { total, matches, filesSearched, truncatedBy } = response;
  const searchedFiles = `${formatCountOf(filesSearched, 'file')} in ${formatDuration(response.totalMs)}`;
  const matchingLines = formatCountOf(total, 'matching line');
  if (truncatedBy === 'time') {
    const note = matches.length < total ? `, the first ${formatCount(matches.length)} shown` : '';
    return `Time limit reached: ${matchingLines} found so far${note}; searched only ${searchedFiles}.`;
  }
  if (total === 0) return `No matching lines; searched ${searchedFiles}.`;
  return truncatedBy === 'limit'
    ? `The first ${formatCount(matches.length)} of ${matchingLines}; searched ${searchedFiles}.`
    : `${matchingLines}; searched ${searchedFiles}.`;
}

export function describePaths({ total, truncated, approximate, files }: PathMatches): string {
  if (total === 0) return 'No matching paths.';
  if (approximate) return `No path contains this. ${formatCountOf(files.length, 'closest path')}:`;
  return truncated
    ? `The first ${formatCount(files.length)} of ${formatCountOf(total, 'path')}. Type more of the path to see the rest.`
    : `${formatCountOf(total, 'path')}.`;
}

interface ConfidenceDescription {
  readonly level: SearchResponse['confidence'];
  readonly title: string;
  readonly detail: string;
}

/**
 * Describes how well the results cover the query.
 * @param hasFilters whether filters were applied
 */
export function describeConfidence(
  { confidence, covered, results }: SearchResponse,
  hasFilters: boolean,
): ConfidenceDescription {
  const coverage = `${Math.round(covered * 100)}% of your query`;
  if (results.length === 0)
    return {
      level: confidence,
      title: 'Nothing found',
      detail: hasFilters ? 'Nothing matches with these filters.' : 'Nothing matches.',
    };
  if (confidence === 'out-of-scope')
    return {
      level: confidence,
      title: 'Probably not here',
      detail: `The repository probably does not contain this. The closest results cover ${coverage}.`,
    };
  if (confidence === 'low')
    return {
      level: confidence,
      title: 'Low confidence',
      detail: `The top results cover ${coverage}. Read them before you rely on them.`,
    };
  return {
    level: confidence,
    title: 'High confidence',
    detail: `The top results cover ${coverage}.`,
  };
}

/** Describes how the query was interpreted if it was rewritten, and what the search could not do. */
export function describeReading({
  readAs,
  subQueries = [],
  notes = [],
  nearest = [],
}: SearchResponse): readonly string[] {
  return [
    ...(readAs === undefined ? [] : [`Interpreted as: ${readAs}`]),
    ...(subQueries.length === 0 ? [] : [`Searched separately: ${subQueries.join(' · ')}`]),
    ...notes,
    ...(nearest.length === 0
      ? []
      : [`Closest names: ${nearest.map(({ name, path }) => `${name} in ${path}`).join(', ')}`]),
  ];
}
