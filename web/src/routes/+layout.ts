/** The app runs in the browser alone: one fallback page serves every address. */
export const ssr = false;
export const prerender = false;
