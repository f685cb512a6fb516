/** Finds the repositories that a text may mean: by id, by whole name, or by the last part of a name in any case. The CLI and MCP share it. */

interface NamedRepository {
  readonly id: string;
  readonly name: string;
}

/** @returns the matches of the first rule that has any; several if the text is ambiguous */
export function matchRepositories<Repository extends NamedRepository>(
  all: readonly Repository[],
  requested: string,
): readonly Repository[] {
  const byId = all.filter(({ id }) => id === requested);
  if (byId.length > 0) return byId;
  const byName = all.filter(({ name }) => name === requested);
  if (byName.length > 0) return byName;
  const lowercase = requested.toLowerCase();
  return all.filter((repository) => {
    const name = repository.name.toLowerCase();
    return name === lowercase || name.endsWith(`/${lowercase}`);
  });
}
