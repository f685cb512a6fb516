/** What a page, or the server of it, tells crawlers: the content of `meta name=robots`, or the header `x-robots-tag`. */
interface RobotsDirectives {
  readonly isIndexable: boolean;
  readonly isFollowable: boolean;
}

/** Directives for one named crawler (`otherbot: noindex`) count for all: nothing is lost by being shy. */
export function readRobotsDirectives(text: string): RobotsDirectives {
  const words = new Set(text.toLowerCase().split(/[\s,;:]+/));
  return {
    isIndexable: !words.has('noindex') && !words.has('none'),
    isFollowable: !words.has('nofollow') && !words.has('none'),
  };
}
