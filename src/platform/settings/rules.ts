/** Stored files of a picture. The largest file is the last one. */
type Files = readonly { key: string }[]

/** Settings of the marketplace that operators can change while the service runs. */
export type MarketSettings = {
  name: string
  /** The marketplace's mark, which is one or two letters or digits. Null for the built-in mark. A logo replaces the mark. */
  letter: string | null
  logo: Files | null
  /** Accent colour such as `#fbe137`; null for the built-in colours. */
  accent: string | null
  /** Terms and privacy notice: an https address, or a text; null for the built-in page. */
  terms: string | null
  privacy: string | null
  /** Email address for questions to the operator; null if none is shown. */
  contact: string | null
  /** Fee for a sale, in percent of the item price. */
  feePercent: number
  /** Fees for individual categories in percent, by category name. */
  fees: Readonly<Record<string, number>>
  /** Maximum total of a guest's purchase, in cents. 0 means that guests cannot buy. */
  guestLimitCents: number
}

/** The text of a mark: one or two letters or digits. */
export const MARK = /^[\p{L}\p{N}]{1,2}$/u

/** Returns true when terms or a privacy notice are an address and not a text. */
export const isPageAddress = (value: string): boolean => /^https:\/\/\S+$/.test(value) && URL.canParse(value)

/** Settings that operators have changed. Null or missing means the default. */
export type ChangedSettings = { [K in keyof MarketSettings]?: MarketSettings[K] | null }

/** Settings from the environment. */
export type Defaults = { feePercent: number; guestLimitCents: number }

/** Environment variables that set the default of a setting. All other defaults are built in. */
export const ENVIRONMENT: Partial<Record<keyof MarketSettings, string>> = { feePercent: 'FEE_PERCENT', guestLimitCents: 'GUEST_LIMIT' }

const BUILT_IN = { name: 'resale', letter: null, logo: null, accent: null, terms: null, privacy: null, contact: null, fees: {} } as const

/** Returns the effective settings: changed values where there are any, and defaults for the rest. */
export function effective({ feePercent, guestLimitCents }: Defaults, changed: ChangedSettings): MarketSettings {
  const set = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== null && value !== undefined))
  return { ...BUILT_IN, feePercent, guestLimitCents, ...set }
}
