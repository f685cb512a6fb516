/** Describes the outcome of a search: how many results there are, how many are shown, and how well they match. */
import type { GrepResponse, PathMatches, RepositoriesSearchResponse, SearchResponse } from '../../api.ts';
import { formatCountOf, formatCount, formatDuration } from '../../format.ts';
import { shortName } from '../repositories/short-name.ts';

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

export function describePaths(found: PathMatches): string {
  const { total, truncated, approximate, files } = found;
  if (total === 0) return `No matching paths.${describeTimeLimit(found)}`;
  if (approximate)
    return `No path contains this.${describeTimeLimit(found)} ${formatCountOf(files.length, 'closest path')}:`;
  return truncated
    ? `The first ${formatCount(files.length)} of ${formatCountOf(total, 'path')}. Type more of the path to see the rest.`
    : `${formatCountOf(total, 'path')}.`;
}

/** Returns a note, with a space before it, if the time limit ended before every path was compared; otherwise an empty text. */
export function describeTimeLimit({ total, truncated, approximate, files }: PathMatches): string {
  return approximate && truncated && total === files.length
    ? ' Time limit reached: not all paths were compared.'
    : '';
}

/** Describes which repositories a search of all repositories has searched. */
export function describeSearched({
  results,
  searched,
  omitted,
  totalMs,
}: Pick<RepositoriesSearchResponse, 'results' | 'searched' | 'omitted' | 'totalMs'>): string {
  if (results.length === 0) return 'Nothing found. Try other words, or a name from the code.';
  const names = searched.map(({ name }) => shortName(name)).join(', ');
  const rest =
    omitted === 0
      ? ''
      : ` ${formatCountOf(omitted, 'repository', 'repositories')} not searched: at most eight are, those with the most of your words.`;
  return `${formatCountOf(results.length, 'result')} in ${formatDuration(totalMs)} from ${names}.${rest}`;
}

interface ConfidenceDescription {
  readonly level: SearchResponse['confidence'];
  readonly title: string;
  readonly detail: string;
}

/**
 * Describes how well the results match the query.
 * @param hasFilters whether filters were applied
 */
export function describeConfidence(
  { confidence, covered, results }: SearchResponse,
  hasFilters: boolean,
): ConfidenceDescription {
  if (results.length === 0)
    return {
      level: confidence,
      title: 'Nothing found',
      detail: hasFilters
        ? 'Remove a filter, or try other words.'
        : 'Try other words, a part of a path, or a regular expression.',
    };
  if (confidence === 'out-of-scope')
    return {
      level: confidence,
      title: 'Probably not here',
      detail: 'The repository probably does not contain this. These are the closest results.',
    };
  if (confidence === 'low')
    return {
      level: confidence,
      title: 'Low confidence',
      detail:
        covered < 1
          ? 'Some of your words do not occur in the best results.'
          : 'Your words occur, but perhaps not in the place that you are looking for.',
    };
  return { level: confidence, title: 'High confidence', detail: '' };
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
