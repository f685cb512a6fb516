/** The page is built as complete HTML; the reference itself needs a browser. */
export const ssr = true;
export const prerender = true;
