/** Where a server is killed: spread over the stages, most of them in the two that do most of the work. */

export interface KillPoint {
  readonly stage: 'upload' | 'fetch' | 'parse' | 'link' | 'rank' | 'embed' | 'index' | 'publish';
  /** Share of the stage's parts that are done; the kill comes while another is being worked on. */
  readonly share: number;
}

/** As the upload ends, in the fetch, at the start, in the middle and at the end of parsing and indexing, between them in linking and embedding, in publishing. */
export function killPoints(count: number): KillPoint[] {
  const ends: readonly KillPoint[] = [
    { stage: 'upload', share: 1 },
    { stage: 'fetch', share: 0 },
    { stage: 'link', share: 0.5 },
    { stage: 'embed', share: 0.5 },
    { stage: 'publish', share: 0 },
  ];
  const between = Math.max(0, count - ends.length);
  const parse = spread('parse', Math.ceil(between / 2));
  const index = spread('index', Math.floor(between / 2));
  const [upload, fetch, link, embed, publish] = ends;
  return [upload, fetch, ...parse, link, embed, ...index, publish]
    .filter((point) => point !== undefined)
    .slice(0, count);
}

function spread(stage: 'parse' | 'index', count: number): KillPoint[] {
  return Array.from({ length: count }, (_, place) => ({
    stage,
    share: count < 2 ? 0.5 : (place / (count - 1)) * 0.9,
  }));
}
