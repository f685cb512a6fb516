/** What the tests need before they run: the web app as the journeys see it, built from the sources as they are. */

import { buildWeb } from '../../clients/cli/local-server/build.ts';

await buildWeb((line) => console.error(line));
