/** Stored files for one image. The last file is the largest. */
type Files = readonly { key: string }[]

/** Settings of the marketplace that operators can change while the service runs. */
export type MarketSettings = {
  name: string
  /** The marketplace's mark: one or two letters or digits, or null for the built-in mark. A logo replaces the mark. */
  letter: string | null
  logo: Files | null
  /** Accent color such as `#fbe137`; null for the built-in colors. */
  accent: string | null
  /** Terms and privacy notice: an https URL, or the wording itself. Null means the built-in page. */
  terms: string | null
  privacy: string | null
  contact: string | null
  feePercent: number
  fees: Readonly<Record<string, number>>
  /** Maximum total of a guest's purchase, in cents. 0 means that guests cannot buy. */
  guestLimitCents: number
}

/** Matches the marketplace's mark: one or two letters or digits. */
export const MARK = /^[\p{L}\p{N}]{1,2}$/u

/** Returns true when the setting for the terms or the privacy notice contains the URL of a page instead of the wording. */
export const isPageAddress = (value: string): boolean => /^https:\/\/\S+$/.test(value) && URL.canParse(value)

/** Settings that operators have changed. Null or missing means the default. */
export type ChangedSettings = { [K in keyof MarketSettings]?: MarketSettings[K] | null }

/** Settings from the environment. */
export type Defaults = { feePercent: number; guestLimitCents: number }

/** Environment variables that set the default of a setting. All other defaults are built in. */
export const ENVIRONMENT: Partial<Record<keyof MarketSettings, string>> = { feePercent: 'FEE_PERCENT', guestLimitCents: 'GUEST_LIMIT' }

const BUILT_IN = { name: 'resale', letter: null, logo: null, accent: null, terms: null, privacy: null, contact: null, fees: {} } as const

/** Returns the effective settings: the changed values, and the defaults for all other settings. */
export function effective({ feePercent, guestLimitCents }: Defaults, changed: ChangedSettings): MarketSettings {
  const set = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== null))
  return { ...BUILT_IN, feePercent, guestLimitCents, ...set }
}
