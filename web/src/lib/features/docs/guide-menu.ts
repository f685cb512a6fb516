/** The order of the guides in the menu, by file name in `web/docs`. A test checks that every guide is listed. */

interface MenuGroup {
  readonly title: string;
  readonly slugs: readonly string[];
}

export const guideMenu: readonly MenuGroup[] = [
  { title: 'Start', slugs: ['getting-started', 'github', 'documentation-sites', 'versions'] },
  { title: 'Ask and search', slugs: ['overview', 'search', 'graph', 'history', 'models', 'receipts'] },
  {
    title: 'Build and operate',
    slugs: ['using-the-api', 'command-line', 'mcp', 'widget', 'api-keys', 'configuration', 'deploying'],
  },
  { title: 'Background', slugs: ['how-it-works', 'limits', 'measurements'] },
];
