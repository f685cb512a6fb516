/** Every kind of credential the scanner knows. The kinds with a form of their own come first and give a mask its name. */

import type { SecretRule } from './secret-rule.ts';
import { cloudRules } from './tables/cloud.ts';
import { codeHostingRules } from './tables/code-hosting.ts';
import { formatRules } from './tables/formats.ts';
import { serviceRules } from './tables/services.ts';
import { settingRules } from './tables/settings.ts';

export const secretRules: readonly SecretRule[] = [
  ...codeHostingRules,
  ...cloudRules,
  ...serviceRules,
  ...formatRules,
  ...settingRules,
];
