/** The API calls of the landing page and of the frame of every page, and what shows an answer. They load without the other calls. */
import { createLandingClient } from '../../../worker/contract/landing-client.ts';

export {
  claimLabels,
  cleanQuotations,
  foldedTitle,
  ProblemError,
} from '../../../worker/contract/landing-client.ts';

// Marked as pure, so that a page that uses only other exports of this file does not load the client.
export const landingApi = /* @__PURE__ */ createLandingClient({ baseUrl: '' });
