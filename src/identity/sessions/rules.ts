const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['HeadlessChrome', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const

const SYSTEMS = [
  ['iPhone', 'an iPhone'],
  ['iPad', 'an iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'a Mac'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const

/** What a browser calls itself, as people say it: `Firefox on Linux`. It is a hint to tell sessions apart, never a fact. */
export function browserWords(agent: string | null): string {
  const browser = BROWSERS.find(([mark]) => agent?.includes(`${mark}/`))?.[1]
  const system = SYSTEMS.find(([mark]) => agent?.includes(mark))?.[1]
  if (!browser) return 'A program'
  return system ? `${browser} on ${system}` : browser
}
