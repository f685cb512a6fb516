/** The landing page is built as complete HTML. It loads its repositories and its example in the browser. */
export const ssr = true;
export const prerender = true;
