import type { Core } from '#platform/context/index.ts'

/** The marketplace's name, mark, accent color and contact, which every page shows. */
export type Site = {
  publicUrl: string
  name: string
  /** Characters of the mark, or null for the built-in mark. `logo` replaces both. */
  letter: string | null
  logo: string | null
  /** Accent color such as `#fbe137`, or null for the built-in colors. */
  accent: string | null
  contact: string | null
}

/** Returns the site's values from the operator's current settings. */
export function siteOf({ config, settings, urls }: Pick<Core, 'config' | 'settings' | 'urls'>): Site {
  const { name, letter, logo, accent, contact } = settings.current()
  return { publicUrl: config.publicUrl, name, letter, logo: logo && urls.media(logo.at(-1)!.key), accent, contact }
}
