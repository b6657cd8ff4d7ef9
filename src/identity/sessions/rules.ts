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

/** Describes a browser, such as `Firefox on Linux`. The description is only a hint, because a browser can send any user agent. */
export function browserName(agent: string | null): string {
  const browser = BROWSERS.find(([mark]) => agent?.includes(`${mark}/`))?.[1]
  const system = SYSTEMS.find(([mark]) => agent?.includes(mark))?.[1]
  if (!browser) return 'A program'
  return system ? `${browser} on ${system}` : browser
}
