/** Reads lists that the server returns in pages. A page states in `next` the cursor of the following page. */

/** @param readPage reads the page at a cursor; the first one has none */
export async function* readPages<Page extends { readonly next?: string | null | undefined }>(
  readPage: (cursor: string | undefined) => Promise<Page>,
): AsyncGenerator<Page, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await readPage(cursor);
    yield page;
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}
