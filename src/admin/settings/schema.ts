import { z } from 'zod'
import { ACCENT_INK, contrastOf, TEXT_CONTRAST } from '#core/contrast.ts'
import { line, money, text } from '#platform/http/fields.ts'
import { email } from '#platform/http/person-fields.ts'
import { isPageAddress, MARK } from '#platform/settings/index.ts'
import { dollars, kind, link } from '#platform/http/record-fields.ts'

/** Maximum number of categories that have their own fee. */
const MAX_FEES = 50

const percent = () =>
  z
    .number({ error: PERCENT })
    .min(0, PERCENT)
    .max(50, PERCENT)
    .refine((value) => Math.round(value * 100) / 100 === value, 'must have at most two decimals')

const PERCENT = 'must be a number from 0 to 50'

/** Accepts a color only if text is readable on buttons and badges of that color. */
const accent = () =>
  z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #fbe137')
    .transform((colour) => colour.toLowerCase())
    .refine(
      (colour) => contrastOf(colour, ACCENT_INK) >= TEXT_CONTRAST,
      `is too dark: dark text on it needs a contrast of at least ${TEXT_CONTRAST}. Choose a lighter colour`,
    )

/** Accepts either the text of a page or the URL of a page on a different site. */
const page = () =>
  text(1, 20_000).refine((value) => !/^\w+:/.test(value) || isPageAddress(value), 'must be either text or a URL that starts with https://')

const DESCRIPTIONS = {
  name: 'Name of the marketplace.',
  letter: 'Mark of the marketplace: one or two letters or digits; null for the built-in mark.',
  accent: 'Accent colour, such as `#fbe137`; null for the built-in colours.',
  terms: 'Terms: an https URL, or a text in which blank lines separate paragraphs; null for the built-in page.',
  privacy: 'Privacy notice, in the same form as `terms`.',
  contact: 'Email address for questions to the operator; null for none.',
  fee_percent: 'Fee of a sale, in percent of the item price. Orders keep the fee that applied when they were placed.',
  fees: 'Fees of individual categories in percent, by category name. All other categories have the general fee.',
  guest_limit: 'Maximum total of a purchase without an account, in dollars; 0 allows none.',
}

/** Body of `PATCH /operator/settings`. Null restores the default. */
export const ChangeSettings = z.object({
  name: line(1, 40).nullable().optional().describe(DESCRIPTIONS.name),
  letter: z.string().regex(MARK, 'must be one or two letters or digits').nullable().optional().describe(DESCRIPTIONS.letter),
  accent: accent().nullable().optional().describe(DESCRIPTIONS.accent),
  terms: page().nullable().optional().describe(DESCRIPTIONS.terms),
  privacy: page().nullable().optional().describe(DESCRIPTIONS.privacy),
  contact: email().nullable().optional().describe(DESCRIPTIONS.contact),
  fee_percent: percent().nullable().optional().describe(DESCRIPTIONS.fee_percent),
  fees: z
    .record(line(1, 60), percent())
    .refine((fees) => Object.keys(fees).length <= MAX_FEES, `must have at most ${MAX_FEES} categories`)
    .refine(
      (fees) => new Set(Object.keys(fees).map((name) => name.toLowerCase())).size === Object.keys(fees).length,
      'names a category twice',
    )
    .meta({ maxProperties: MAX_FEES })
    .nullable()
    .optional()
    .describe(DESCRIPTIONS.fees),
  guest_limit: money({ max: 20_000_000 }).nullable().optional().describe(DESCRIPTIONS.guest_limit),
})
export type ChangeSettings = z.output<typeof ChangeSettings>

/** Body of `PUT /operator/settings/logo` without a file. A multipart body can contain the picture instead. */
export const SetLogo = z.object({ url: z.string().optional().describe('Public URL of a picture. The service stores a copy.') })

const source = () =>
  z
    .enum(['app', 'environment', 'default'])
    .describe('`app`: an operator set it. `environment`: from an environment variable. `default`: built in.')

export const MarketSettings = z
  .object({
    object: kind('settings'),
    name: z.string().describe(DESCRIPTIONS.name),
    letter: z.string().nullable().describe(DESCRIPTIONS.letter),
    logo_url: link('URL of the logo, which replaces the mark.').nullable(),
    accent: z.string().nullable().describe(DESCRIPTIONS.accent),
    terms: z.string().nullable().describe(DESCRIPTIONS.terms),
    privacy: z.string().nullable().describe(DESCRIPTIONS.privacy),
    contact: z.string().nullable().describe(DESCRIPTIONS.contact),
    fee_percent: z.number().describe(DESCRIPTIONS.fee_percent),
    fees: z.record(z.string(), z.number()).describe(DESCRIPTIONS.fees),
    guest_limit: dollars(DESCRIPTIONS.guest_limit),
    sources: z
      .object({
        name: source(),
        letter: source(),
        logo: source(),
        accent: source(),
        terms: source(),
        privacy: source(),
        contact: source(),
        fee_percent: source(),
        fees: source(),
        guest_limit: source(),
      })
      .describe('Where each value comes from.'),
  })
  .meta({ id: 'MarketSettings' })
