import type { Context, Person } from '#platform/context.ts'
import type { App } from '#platform/http/mount.ts'
import { goTo, type Call } from '#web/answer.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { Chip, Chips } from '#web/components/chip.tsx'
import { invalid } from '#platform/errors.ts'
import { PLACES } from '#web/places.ts'
import { freeNear } from './address.ts'
import { call, tried, type Problem } from './calling.ts'
import { sendAppPage, shopsOf } from './frame.tsx'
import { doneAt, place } from './places.ts'
import type { Shop } from './records.ts'
import { Danger, Helpers, Look, ShopAddress, Visibility } from './shop-forms.tsx'
import type { Taken } from './taking.ts'

/** `/app/shop`: how it looks, where it is, what its helpers may, who sees it, and its end. */
export const mountShop = (app: App, ctx: Context): void =>
  place(
    app,
    ctx,
    '/app/shop',
    'shop-settings',
    (c, viewer) => send(ctx, c, viewer),
    (c, taken) => change(ctx, c, taken),
  )

const pathOf = PLACES.editShop

/** Which fields each form sends; a box that is not there was switched off. */
const FORMS: Readonly<Record<string, { texts: readonly string[]; boxes: readonly string[] }>> = {
  look: { texts: ['name', 'about', 'category', 'location', 'tone'], boxes: [] },
  address: { texts: ['slug'], boxes: [] },
  helpers: { texts: ['lowest_percent'], boxes: ['answer_questions', 'haggle', 'ask_hold'] },
  visibility: { texts: ['visibility'], boxes: ['paused'] },
}

async function change(ctx: Context, c: Call, { viewer, fields, files }: Taken): Promise<Response> {
  const slug = fields.shop ?? ''
  const action = fields.do ?? ''
  if (action === 'delete') return remove(ctx, c, viewer, fields)
  if (action === 'picture' || action === 'no-picture') {
    const endpoint = action === 'picture' ? 'setShopPicture' : 'removeShopPicture'
    const set = await tried(() => call(ctx, viewer, endpoint, { params: { slug }, files }))
    return 'done' in set ? doneAt(c, pathOf(slug), 'saved') : send(ctx, c, viewer, { problem: set.problem, slug })
  }
  const form = Object.hasOwn(FORMS, action) ? FORMS[action] : undefined
  if (!form) return send(ctx, c, viewer)
  const texts = form.texts.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]!] as const)
  const boxes = form.boxes.map((name) => [name, fields[name] === 'true' ? 'true' : 'false'] as const)
  const body = Object.fromEntries([...texts, ...boxes])
  const result = await tried(() => call<Shop>(ctx, viewer, 'changeShop', { params: { slug }, body }))
  if ('done' in result) return doneAt(c, pathOf(result.done.slug), result.done.slug === slug ? 'saved' : 'moved')
  const free = result.problem.param === 'slug' && result.problem.status === 409 ? await freeNear(ctx, body['slug'] ?? '') : []
  return send(ctx, c, viewer, { problem: result.problem, typed: body, slug, free })
}

/** Deletes a shop whose address was typed, which nobody does by mistake (ux rule 6). */
async function remove(ctx: Context, c: Call, viewer: Person, { shop: slug = '', confirm = '' }: Record<string, string>): Promise<Response> {
  const gone = await tried(async () => {
    if (confirm.trim() !== slug) throw invalid('confirm', `Type ${slug} to delete this shop.`)
    await call(ctx, viewer, 'deleteShop', { params: { slug } })
  })
  return 'done' in gone ? doneAt(c, '/app/shop', 'deleted') : send(ctx, c, viewer, { problem: gone.problem, slug })
}

type Failed = { problem: Problem; slug: string; typed?: Record<string, string>; free?: readonly string[] }

async function send(ctx: Context, c: Call, viewer: Person, failed?: Failed): Promise<Response> {
  const shops = await shopsOf(ctx, viewer)
  const wanted = failed?.slug ?? c.req.query('shop')
  const shop = shops.find(({ slug }) => slug === wanted) ?? shops[0]
  if (!shop) return goTo(c, '/app/open-shop')
  const parts = { shop, viewer, typed: failed?.typed ?? {}, problem: failed?.problem, free: failed?.free ?? [] }
  return sendAppPage(ctx, c, viewer, {
    current: 'shop',
    tone: shop.tone,
    title: shop.name,
    intro: <a href={`${shop.url}/`}>{new URL(shop.url).host}</a>,
    actions: <ButtonLink href="/app/open-shop">Open another</ButtonLink>,
    twin: [
      { method: 'GET', path: `/shops/${shop.slug}` },
      { method: 'PATCH', path: `/shops/${shop.slug}`, body: { name: shop.name, tone: shop.tone } },
    ],
    problem: failed?.problem,
    atFields: ['name', 'about', 'category', 'location', 'slug', 'lowest_percent', 'visibility', 'confirm'],
    children: (
      <div class="cards shop-settings">
        {shops.length > 1 ? (
          <Chips label="Your shops" row>
            {shops.map(({ slug, name }) => (
              <Chip href={pathOf(slug)} current={slug === shop.slug}>
                {name}
              </Chip>
            ))}
          </Chips>
        ) : null}
        <Look {...parts} />
        <ShopAddress {...parts} />
        <Helpers {...parts} />
        <Visibility {...parts} />
        <Danger {...parts} />
      </div>
    ),
  })
}
