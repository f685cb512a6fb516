/** Builds the web app from the current sources, which the journeys need. */

import { buildWeb } from '../../clients/cli/local-server/build.ts';

await buildWeb((line) => console.error(line));
