import type { Core } from '#platform/context/index.ts'
import type { Tenant } from '#core/tenant.ts'
import { linkFromTitle, parseShopSlug } from '#catalog/shops/rules/slug.ts'
import * as shops from '#catalog/shops/index.ts'

export type Address = { slug: string; free: boolean; why?: string }

/** Suggests a shop address based on the shop's name. Returns an empty string if there is no name. */
export const addressFrom = (name: string): string => (name.trim() ? linkFromTitle(name).slice(0, 32).replace(/-+$/, '') : '')

/** Returns the result of checking a shop address: available, taken, or never available, with the reason. */
export async function addressOf(ctx: Core, tenant: Tenant, raw: string): Promise<Address> {
  const parsed = parseShopSlug(raw)
  if (!parsed.ok) return { slug: raw, free: false, why: parsed.reason }
  return { slug: parsed.slug, free: (await shops.resolveShopSlug(ctx, parsed.slug, tenant)) === null }
}

/** Returns up to three available shop addresses that are similar to a taken address. Does not reserve them. */
export async function freeNear(ctx: Core, tenant: Tenant, slug: string): Promise<string[]> {
  const near = ['-shop', '-finds', '-again', '-2'].map((end) => `${slug.slice(0, 26)}${end}`)
  const checked = await Promise.all(near.map((one) => addressOf(ctx, tenant, one)))
  return checked.flatMap((one) => (one.free ? [one.slug] : [])).slice(0, 3)
}

export const addressMessage = ({ slug, free, why }: Address): string =>
  free ? `${slug} is available.` : why === undefined ? `${slug} is taken.` : `This address cannot be used: it ${why}.`

/** Returns a shop's URL for display: its host and, for a test shop, the path. */
export function addressText(url: string): string {
  const { host, pathname } = new URL(url)
  return pathname === '/' ? host : `${host}${pathname}`
}

/** Returns the URL, as displayed, that a shop with this slug would have. */
export const hostOf = (ctx: Core, tenant: Tenant, slug: string): string =>
  addressText(ctx.urls.shop('your-shop', tenant)).replace('your-shop', slug || 'your-shop')

/** Checks a shop address while the user types. `own` is the shop's current address, which counts as available. */
export async function checkAddress(ctx: Core, tenant: Tenant, query: { check: string; name: string; own: string }) {
  const raw = query.check.trim() || addressFrom(query.name)
  if (raw === '') return { slug: '', host: hostOf(ctx, tenant, ''), free: false, message: '', near: [] }
  const found = await addressOf(ctx, tenant, raw)
  const isOwn = query.own !== '' && found.slug === query.own
  const near = found.free || isOwn ? [] : await freeNear(ctx, tenant, parseShopSlug(raw).ok ? found.slug : addressFrom(raw))
  return {
    slug: found.slug,
    host: hostOf(ctx, tenant, found.slug),
    free: found.free || isOwn,
    message: isOwn ? 'This is your shop’s current address.' : addressMessage(found),
    near,
  }
}
