/** Outlines of icons in a square of 24, as paths. They stand beside words, which say the same. */
const paths = {
  overview: 'M4 4h7v8H4zM13 4h7v5h-7zM13 12h7v8h-7zM4 15h7v5H4z',
  documents: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  judgments: 'M12 3a9 9 0 1 0 9 9M8.5 11.5l3 3L20 5.5',
  review: 'M4 5h16v11H10l-4 4v-4H4zM9 10.5l2 2 4-4',
  groups: 'M4 7h7M4 12h11M4 17h16M16 7h4',
  events: 'M3 12h4l3-8 4 16 3-8h4',
  namespaces: 'M3 6h6l2 2h10v11H3zM3 11h18',
  endpoints: 'M9 8a4 4 0 1 1 5 5l-2 4M12 17a3.5 3.5 0 1 1-4-4M14 17h6M17 14l3 3-3 3',
  engines: 'M7 7h10v10H7zM10 10h4v4h-4zM10 7V4M14 7V4M10 20v-3M14 20v-3M7 10H4M7 14H4M20 10h-3M20 14h-3',
  jobs: 'M4 6h10M4 12h7M4 18h7M15 12l5 3.5-5 3.5z',
  usage: 'M4 20h16M7 16v-5M12 16V5M17 16V9',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 21 21',
  light: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
  dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  auto: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 3v18M12 8l6-1.5M12 12h9M12 16l6 1.5',
} as const;

export type IconName = keyof typeof paths;

/** A small picture in the colour of the text. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className="icon">
      <path d={paths[name]} />
    </svg>
  );
}
