/** The icons of the landing page and of the frame of every page, which load with every page: stroked paths on a 16-unit grid. */

export const frameIcons = {
  sun: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1.1 1.1M11.9 11.9 13 13M13 3l-1.1 1.1M4.1 11.9 3 13',
  moon: 'M13.5 9.8A6 6 0 0 1 6.2 2.5a6 6 0 1 0 7.3 7.3Z',
  folder: 'M1.8 12.2V3.8a1 1 0 0 1 1-1h3l1.6 2h5.8a1 1 0 0 1 1 1v6.4a1 1 0 0 1-1 1H2.8a1 1 0 0 1-1-1Z',
  book: 'M8 4.2C6.8 3.2 5 2.8 2 2.8v9.4c3 0 4.8.4 6 1.4 1.2-1 3-1.4 6-1.4V2.8c-3 0-4.8.4-6 1.4ZM8 4.2v9.4',
  chevron: 'm6 3.5 4.5 4.5L6 12.5',
  ask: 'M8 13V3.5M4 7.3 8 3.2l4 4.1',
  panel: 'M2.5 3h11a.7.7 0 0 1 .7.7v8.6a.7.7 0 0 1-.7.7h-11a.7.7 0 0 1-.7-.7V3.7a.7.7 0 0 1 .7-.7ZM8.5 3v10',
  external: 'M6.5 3H3v10h10V9.5M9 2.8h4.2V7M13 3 7.5 8.5',
  sidebar: 'M2.5 3h11a.7.7 0 0 1 .7.7v8.6a.7.7 0 0 1-.7.7h-11a.7.7 0 0 1-.7-.7V3.7a.7.7 0 0 1 .7-.7ZM6 3v10',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.3 10.3 14 14',
  more: 'M3 7.7h.6v.6H3ZM7.7 7.7h.6v.6h-.6ZM12.4 7.7h.6v.6h-.6Z',
  add: 'M8 3v10M3 8h10',
  system: 'M2.5 3h11v7.5h-11ZM6 13.2h4M8 10.5v2.7',
  expand: 'm4 6 4 4 4-4',
  settings: 'M2.5 4.5h6M11.5 4.5h2M10 3v3M2.5 11.5h2M7.5 11.5h6M6 10v3',
} as const;
