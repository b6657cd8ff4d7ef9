import type { Core } from '#platform/context/index.ts'
import { dollarsFromCents } from '#core/money.ts'
import { effective, ENVIRONMENT, type ChangedSettings, type MarketSettings } from '#platform/settings/index.ts'

const NAMES = {
  name: 'name',
  letter: 'letter',
  logo: 'logo',
  accent: 'accent',
  terms: 'terms',
  privacy: 'privacy',
  contact: 'contact',
  feePercent: 'fee_percent',
  fees: 'fees',
  guestLimitCents: 'guest_limit',
} as const satisfies Record<keyof MarketSettings, string>

type Source = 'app' | 'environment' | 'default'

const sourcesOf = (changed: ChangedSettings) =>
  Object.fromEntries(
    Object.entries(NAMES).map(([key, name]): [string, Source] => {
      const setting = key as keyof MarketSettings
      return [name, (changed[setting] ?? null) !== null ? 'app' : ENVIRONMENT[setting] ? 'environment' : 'default']
    }),
  ) as Record<(typeof NAMES)[keyof MarketSettings], Source>

/** Builds the API view of the effective settings, including where each value comes from. */
export const presentSettings = (ctx: Core, changed: ChangedSettings) => ({
  object: 'settings' as const,
  ...shown(ctx, effective(ctx.config, changed)),
  sources: sourcesOf(changed),
})

/** Builds the view of settings for the API and the audit log. */
export const shown = (ctx: Core, settings: MarketSettings) => ({
  name: settings.name,
  letter: settings.letter,
  logo_url: logoUrl(ctx, settings),
  accent: settings.accent,
  terms: settings.terms,
  privacy: settings.privacy,
  contact: settings.contact,
  fee_percent: settings.feePercent,
  fees: { ...settings.fees },
  guest_limit: dollarsFromCents(settings.guestLimitCents),
})

const logoUrl = (ctx: Core, { logo }: MarketSettings): string | null => logo && ctx.urls.media(logo.at(-1)!.key)
