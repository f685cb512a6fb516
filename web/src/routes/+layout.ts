/** The app runs only in the browser: one fallback page serves every address, except the pages that are built as complete HTML. */
export const ssr = false;
export const prerender = false;
