/** What the HTML of a page says about it before any script runs: for search engines, and for previews of links. */

import type { PageQuery } from './page-request.ts';

/** The texts of the image in a link preview. */
export interface PreviewImage {
  /** A short line above the title. */
  readonly context: string;
  readonly title: string;
  /** Replaces the title if the image's font does not have its letters. */
  readonly plainTitle: string;
  /** Two lines at most; the first may need two lines of the image. */
  readonly facts: string;
}

export interface PageSummary {
  /** Without the name of the service. */
  readonly title: string;
  readonly description: string;
  /** The address without parameters that select a view; undefined for a page that must not be named. */
  readonly path: string | undefined;
  /** Whether search engines may list the page. */
  readonly isListed: boolean;
  /** The content of the page's own image; undefined if the page shows the image of another page. */
  readonly image: PreviewImage | undefined;
  /** The address of the image, without parameters. */
  readonly imagePath: string;
  /** Parameters of the page's address that select the content of the image. */
  readonly imageQuery: Partial<PageQuery>;
}

export const serviceName = 'Wherefore';
const promise = 'Every sentence of an answer links to the lines that prove it.';

/** Describes the service. It also replaces the summary of a page that the viewer may not read, or that not everyone may read. */
export const generalSummary: PageSummary = {
  title: 'Wherefore: ask any code repository',
  description: `Ask a code repository where, how, why, since when, who calls it and what breaks if. ${promise}`,
  path: '/',
  isListed: true,
  image: {
    context: 'Ask any code repository',
    title: 'Where is it? How does it work? What breaks if I change it?',
    plainTitle: serviceName,
    facts: promise,
  },
  imagePath: '/preview.png',
  imageQuery: {},
};

/** The general summary for a page without a description of its own. */
export const unlistedSummary: PageSummary = { ...generalSummary, path: undefined, isListed: false };

/** Describes every shared conversation with the same words, whether or not its link works, so that a preview shows nothing of the content. */
export const sharedSummary: PageSummary = {
  ...unlistedSummary,
  title: 'Shared conversation',
  description: `Questions about a code repository, with their answers. ${promise}`,
};
