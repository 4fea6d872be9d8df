/** Names of browsers in the order in which they are looked for: most also claim to be Safari and Chrome. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)\S* (?:Mobile\/\S+ )?Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
];

/** A browser by its `User-Agent`, such as `Chrome 150 on Linux`; as it is sent where it is another program. */
export function browserText(agent: string | null): string {
  if (agent === null) return '–';
  const browser = browsers
    .map(([pattern, name]) => [pattern.exec(agent)?.[1], name] as const)
    .find(([version]) => version);
  if (!browser) return agent;
  const [version, name] = browser;
  const system = systems.find(([pattern]) => pattern.test(agent));
  return `${name} ${version}${system ? ` on ${system[1]}` : ''}`;
}
