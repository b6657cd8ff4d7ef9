import type { Core } from '#platform/context/index.ts'

/** Name, mark, accent colour and contact of the marketplace, which every page shows. */
export type Site = {
  publicUrl: string
  name: string
  /** Text of the mark, or null for the built-in mark. `logo` replaces it. */
  letter: string | null
  logo: string | null
  /** Accent colour such as `#fbe137`, or null for the built-in colours. */
  accent: string | null
  contact: string | null
}

/** Returns the site's values from the operator's current settings. */
export function siteOf({ config, settings, urls }: Pick<Core, 'config' | 'settings' | 'urls'>): Site {
  const { name, letter, logo, accent, contact } = settings.current()
  return { publicUrl: config.publicUrl, name, letter, logo: logo && urls.media(logo.at(-1)!.key), accent, contact }
}
