import assert from 'node:assert/strict'
import { createResale, type Listing } from '@resale/sdk'
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { drawPicture, type Picture } from '#demo/art/picture.ts'
import { EVENT_TYPES } from '#core/scopes.ts'
import type { Stage, TourPerson } from './stage.ts'
import { dollars, soon } from './stage.ts'

/** Creates two accounts, and a shop with a webhook. All later chapters use them. */
export async function openShop(on: Omit<Stage, 'seller' | 'buyer' | 'shop'>): Promise<Stage> {
  const { web, say, hooks, site } = on
  const run = randomBytes(3).toString('hex')
  say.chapter('A shop opens')
  const seller = await signUp(on, 'Nina Fern', run)
  const buyer = await signUp(on, 'Ben Okafor', run)
  say.step('Nina and Ben sign up with the same password. Each gets a key, which is shown only once.')
  say.link(`${site}/sign-in   ${seller.email} or ${buyer.email}, password ${seller.password}`)

  const shop = await seller.api.shops.create({
    name: 'Fern & Thread',
    slug: `fern-thread-${run}`,
    tone: 'leaf',
    category: 'Clothing',
  })
  await seller.api.shops.change(shop.slug, { about: 'Knits and bags that were loved before.', location: 'Portland, OR' })
  say.step('Nina opens Fern & Thread.')
  say.link(shop.url)
  assert.match(await web.page(shop.url), /Fern &amp; Thread/)

  const webhook = await seller.api.webhooks.set({ url: hooks.url, events: [...EVENT_TYPES] })
  hooks.secret = webhook.secret ?? ''
  assert.match(hooks.secret, /^whsec_\w{32}$/)
  say.step('Her webhook receives all nine types of events. docs/examples/verify.mjs checks every signature below with its secret.')
  return { ...on, seller, buyer, shop }
}

async function signUp(
  { anonymous, web, calls }: Pick<Stage, 'anonymous' | 'web' | 'calls'>,
  name: string,
  run: string,
): Promise<TourPerson> {
  const email = `${name.split(' ')[0]!.toLowerCase()}-${run}@tour.test`
  const password = 'second-hand tour'
  const account = await anonymous.accounts.create({ name, email, password })
  return {
    name,
    email,
    password,
    cookie: await web.signIn({ email, password }),
    api: createResale({ baseUrl: calls, key: account.api_key.secret }),
  }
}

export type NewItem = {
  title: string
  category: string
  price: number
  lowest_price?: number
  shipping: number
  picture: Omit<Picture, 'studio' | 'view'>
}

/** Creates a listing with a generated image as its photo, and publishes the listing. */
export async function listItem({ seller, shop }: Stage, { picture, ...item }: NewItem): Promise<Listing> {
  const draft = await seller.api.listings.create({ shop: shop.slug, ...item, fields: { Condition: 'Good, one darn' } })
  const drawn = await sharp(Buffer.from(drawPicture({ ...picture, studio: 'leaf', view: 'front' })))
    .resize(960)
    .jpeg()
    .toBuffer()
  const { data: photos } = await seller.api.listings.addPhotos(draft.id, {
    photos: [new Blob([Uint8Array.from(drawn)], { type: 'image/jpeg' })],
  })
  assert.equal(photos.length, 1)
  const live = await seller.api.listings.publish(draft.id)
  assert.equal(live.status, 'live')
  return live
}

/** Creates the listing for the first sale, which the buyer will find by search. */
export async function listFirst(stage: Stage): Promise<Listing> {
  const { anonymous, web, say, seller, buyer, shop } = stage
  const knit = await listItem(stage, {
    title: 'Lambswool crew knit',
    category: 'Clothing',
    price: 48,
    lowest_price: 36,
    shipping: 6,
    picture: { kind: 'knit', seed: 'tour', dye: 'forest', bright: 'butter', cloth: 'knitted', flaw: { is: 'darn' } },
  })
  say.step(`She lists a ${knit.title} for ${dollars(48)} with a photo, and privately sets ${dollars(36)} as her lowest price.`)
  const card = await soon('the knit in the search', async () => {
    const { data } = await anonymous.market.search({ q: 'lambswool knit', limit: 100 })
    return data.find((one) => one.id === knit.id)
  })
  assert.equal(card.price, 48)
  say.link(card.url)
  // Removes the times from the page first, because a time may contain the number 36.
  assert.doesNotMatch((await web.page(card.url)).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|\b\d\d?:\d\d\b/g, ''), /\b36\b/)
  say.step('Ben searches for “lambswool knit” and finds it, likes it, and follows the shop.')
  say.link(`${stage.site}/search?q=lambswool+knit`)
  await buyer.api.market.likeListing(knit.id)
  await buyer.api.market.followStore(shop.slug)
  assert.equal((await seller.api.listings.get(knit.id)).stats.likes, 1)
  assert.equal((await seller.api.shops.get(shop.slug)).stats.followers, 1)
  return knit
}
