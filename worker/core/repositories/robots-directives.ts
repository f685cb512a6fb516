/** Robots directives of a page: the content of `meta name=robots`, or the `x-robots-tag` header. */
interface RobotsDirectives {
  readonly isIndexable: boolean;
  readonly isFollowable: boolean;
}

/** Directives for another crawler (`otherbot: noindex`) also apply, as a precaution. */
export function readRobotsDirectives(text: string): RobotsDirectives {
  const words = new Set(text.toLowerCase().split(/[\s,;:]+/));
  return {
    isIndexable: !words.has('noindex') && !words.has('none'),
    isFollowable: !words.has('nofollow') && !words.has('none'),
  };
}
