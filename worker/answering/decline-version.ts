/** Says that a version a question names is not there to answer from: what there is, and the command that adds it. */

export function declineVersion(missing: {
  readonly named: string;
  readonly available: readonly string[];
  readonly repository: string;
}): string {
  const { named, available, repository } = missing;
  const shown = available.slice(0, 20).map((ref) => `\`${ref}\``);
  const there =
    shown.length === 0
      ? 'No branch or tag of this repository is indexed by its name.'
      : `Indexed are ${shown.join(', ')}${available.length > shown.length ? ` and ${available.length - shown.length} more` : ''}.`;
  return [
    `The version \`${named}\` is not indexed, and another is no answer to a question about it.`,
    there,
    `Check it out and add it: \`npx wherefore index <folder> --name ${repository} --ref ${named}\`.`,
  ].join('\n\n');
}
