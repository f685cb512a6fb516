/** The app runs only in the browser: one fallback page serves every address. */
export const ssr = false;
export const prerender = false;
