import type { Core } from '#platform/context/index.ts'

/** Facts about the marketplace that every page shows. */
export type Site = {
  publicUrl: string
  /** Name of the marketplace. */
  name: string
  /** Text of the mark, or null for the built-in mark. `logo` replaces it. */
  letter: string | null
  logo: string | null
  /** Accent colour such as `#fbe137`, or null for the built-in colours. */
  accent: string | null
  /** Email address of the operator, or null. */
  contact: string | null
}

/** Returns the facts that every page shows, with the current settings of the operator. */
export function siteOf({ config, settings, urls }: Pick<Core, 'config' | 'settings' | 'urls'>): Site {
  const { name, letter, logo, accent, contact } = settings.current()
  return { publicUrl: config.publicUrl, name, letter, logo: logo && urls.media(logo.at(-1)!.key), accent, contact }
}
