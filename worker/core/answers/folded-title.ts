/** The headings of level 3 whose text is shown on request: `### Also relevant (6)`. */
export const foldedTitle = /^(?:Also relevant|Tests) \(\d+\)$/;
