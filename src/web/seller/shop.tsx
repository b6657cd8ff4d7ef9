import type { Context, Person } from '#platform/context/index.ts'
import { goTo } from '#web/framework/answer.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { invalid } from '#platform/errors/index.ts'
import { startOfDay } from '#core/format/time.ts'
import { zoneOf } from '#identity/sessions/index.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { api, call, page, sendApp, type PageRequest, type Fields, type Outcome, type SentForm } from '#web/framework/page/index.ts'
import { addressText, freeNear } from './address.ts'
import { Shipping, shippingIn, SHIPPING_PARAMS } from './shipping-settings.tsx'
import { salesPath } from './sales.tsx'
import { Danger, Helpers, AppearanceForm, ShopAddress, Vacation, Visibility } from './shop-forms.tsx'
import { Bundles, bundlesIn } from './bundle-settings.tsx'
import { shopsOf } from './shops.ts'
import { MESSAGES } from './copy.ts'
import { ShopChips } from './shop-chips.tsx'

/** `/app/shop` contains the settings for a shop's appearance, address, helper permissions, visibility and deletion. */
export const shopPage = page({ path: '/app/shop', name: 'shop-settings', files: true, form: change, show: send })

const pathOf = ROUTES.editShop

/** Fields of each form. Browsers omit unchecked checkboxes from the request, so a missing checkbox turns the setting off. */
const FORMS: Readonly<Record<string, { texts: readonly string[]; boxes: readonly string[] }>> = {
  look: { texts: ['name', 'about', 'category', 'location', 'tone'], boxes: [] },
  address: { texts: ['slug'], boxes: [] },
  helpers: { texts: ['lowest_percent'], boxes: ['answer_questions', 'haggle', 'ask_hold'] },
  visibility: { texts: ['visibility'], boxes: ['paused'] },
  vacation: { texts: ['away_until'], boxes: [] },
}

async function change({ ctx, viewer }: PageRequest, { fields, files }: SentForm): Promise<Outcome> {
  const { shop: slug = '', do: action = '' } = fields
  if (action === 'delete') return remove(ctx, viewer, fields)
  if (action === 'picture' || action === 'no-picture') {
    if (action === 'picture') await call(ctx, viewer, api.setShopPicture, { params: { slug }, files })
    else await call(ctx, viewer, api.removeShopPicture, { params: { slug } })
    return { to: pathOf(slug), message: MESSAGES.saved }
  }
  if (action === 'bundles') {
    await call(ctx, viewer, api.changeShop, { params: { slug }, body: bundlesIn(fields) })
    return { to: pathOf(slug), message: MESSAGES.saved }
  }
  if (action === 'shipping') {
    await call(ctx, viewer, api.changeShop, { params: { slug }, body: shippingIn(fields) })
    return { to: pathOf(slug), message: MESSAGES.saved }
  }
  const body = action === 'vacation' ? await vacationIn(ctx, viewer, fields) : bodyOf(fields)
  if (!body) return null
  const shop = await call(ctx, viewer, api.changeShop, { params: { slug }, body })
  return { to: pathOf(shop.slug), message: shop.slug === slug ? MESSAGES.saved : 'Address changed. Old links will continue to work.' }
}

/** After a vacation, the shop reopens at the beginning of the entered day, in the owner's time zone. */
async function vacationIn(ctx: Context, viewer: Person, { away_until: day = '' }: Fields): Promise<{ away_until: string | null }> {
  if (day === '') return { away_until: null }
  const opens = startOfDay(day, await zoneOf(ctx, viewer.accountId))
  if (!opens) throw invalid('away_until', 'Enter a date, such as 2027-01-31.')
  return { away_until: opens.toISOString() }
}

function bodyOf(fields: Fields): Fields | null {
  const form = Object.hasOwn(FORMS, fields.do ?? '') ? FORMS[fields.do!] : undefined
  if (!form) return null
  const texts = form.texts.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]!] as const)
  const boxes = form.boxes.map((name) => [name, fields[name] === 'true' ? 'true' : 'false'] as const)
  return Object.fromEntries([...texts, ...boxes])
}

/** Deletes a shop if the user has typed the shop's address to confirm (spec: ux rule 6). */
async function remove(ctx: Context, viewer: Person, { shop: slug = '', confirm = '' }: Fields): Promise<Outcome> {
  if (confirm.trim() !== slug) throw invalid('confirm', `Type ${slug} to delete this shop.`)
  await call(ctx, viewer, api.deleteShop, { params: { slug } })
  return { to: '/app/shop', message: MESSAGES.deleted }
}

async function send(at: PageRequest): Promise<Response> {
  const { ctx, c, viewer, typed, problem } = at
  const shops = await shopsOf(ctx, viewer)
  const requestedSlug = typed.shop ?? c.req.query('shop')
  const shop = shops.find(({ slug }) => slug === requestedSlug) ?? shops[0]
  if (!shop) return goTo(c, '/app/open-shop')
  const free = problem?.param === 'slug' && problem.status === 409 ? await freeNear(ctx, viewer.tenant, typed.slug ?? '') : []
  const parts = { at: { ...at, typed: bodyOf(typed) ?? {} }, shop, free }
  return sendApp(at, {
    current: 'shop',
    tone: shop.tone,
    title: shop.name,
    intro: <a href={`${shop.url}/`}>{addressText(shop.url)}</a>,
    actions: (
      <>
        <ButtonLink href={salesPath(shop.slug)} label="Sales" />
        <ButtonLink href={`/app/shop/embed?shop=${encodeURIComponent(shop.slug)}`} label="Embed" />
        <ButtonLink href="/app/open-shop" label="Open a different shop" />
      </>
    ),
    apiCalls: [`GET /shops/${shop.slug}`, [`PATCH /shops/${shop.slug}`, { name: shop.name, tone: shop.tone }]],
    atFields: [
      'name',
      'about',
      'category',
      'location',
      'slug',
      'lowest_percent',
      'visibility',
      'away_until',
      'confirm',
      'bundle_tiers',
      ...SHIPPING_PARAMS,
    ],
    children: (
      <div class="stack shop-settings">
        <ShopChips shops={shops} current={shop.slug} at={pathOf} />
        <AppearanceForm {...parts} />
        <ShopAddress {...parts} />
        <Helpers {...parts} />
        <Bundles {...parts} at={at} />
        <Shipping {...parts} at={at} />
        <Visibility {...parts} />
        <Vacation {...parts} zone={await zoneOf(ctx, viewer.accountId)} />
        <Danger {...parts} />
      </div>
    ),
  })
}
