import type { Context } from '#platform/context/index.ts'
import type { Tenant } from '#core/tenant.ts'
import { linkFromTitle, parseShopSlug } from '#catalog/shops/rules/slug.ts'
import * as shops from '#catalog/shops/index.ts'

export type Address = { slug: string; free: boolean; why?: string }

/** Suggests a shop address from the shop's name. Returns an empty text without a name. */
export const addressFrom = (name: string): string => (name.trim() ? linkFromTitle(name).slice(0, 32).replace(/-+$/, '') : '')

/** Returns whether a shop address is available, or the reason why it can never be used. */
export async function addressOf(ctx: Context, world: Tenant, raw: string): Promise<Address> {
  const parsed = parseShopSlug(raw)
  if (!parsed.ok) return { slug: raw, free: false, why: parsed.reason }
  return { slug: parsed.slug, free: (await shops.resolveShopSlug(ctx, parsed.slug, world)) === null }
}

/** Returns up to three available addresses similar to the taken one. They are not reserved. */
export async function freeNear(ctx: Context, world: Tenant, slug: string): Promise<string[]> {
  const near = ['-shop', '-finds', '-again', '-2'].map((end) => `${slug.slice(0, 26)}${end}`)
  const looked = await Promise.all(near.map((one) => addressOf(ctx, world, one)))
  return looked.flatMap((one) => (one.free ? [one.slug] : [])).slice(0, 3)
}

export const addressWords = ({ slug, free, why }: Address): string =>
  free ? `${slug} is available.` : why === undefined ? `${slug} is taken.` : `This address does not work: it ${why}.`

/** Returns a shop's URL for display: its host, and for a test shop also the path. */
export function addressText(url: string): string {
  const { host, pathname } = new URL(url)
  return pathname === '/' ? host : `${host}${pathname}`
}

/** Returns the URL that a shop with this slug would have, for display. */
export const hostOf = (ctx: Context, world: Tenant, slug: string): string =>
  addressText(ctx.urls.shop('your-shop', world)).replace('your-shop', slug || 'your-shop')

/** Checks a shop address while the user types it. `own` is the current address of the shop, which it may keep. */
export async function checkAddress(ctx: Context, world: Tenant, asked: { check: string; name: string; own: string }) {
  const raw = asked.check.trim() || addressFrom(asked.name)
  if (raw === '') return { slug: '', host: hostOf(ctx, world, ''), free: false, words: '', near: [] }
  const found = await addressOf(ctx, world, raw)
  const isOwn = asked.own !== '' && found.slug === asked.own
  const near = found.free || isOwn ? [] : await freeNear(ctx, world, parseShopSlug(raw).ok ? found.slug : addressFrom(raw))
  return {
    slug: found.slug,
    host: hostOf(ctx, world, found.slug),
    free: found.free || isOwn,
    words: isOwn ? 'This is your current address.' : addressWords(found),
    near,
  }
}
