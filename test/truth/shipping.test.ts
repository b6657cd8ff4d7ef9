import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApp, type TestApp } from '#test/app.ts'
import { ok, openSeller, type Seller } from '#test/factories.ts'
import { HOME } from '#test/sales.ts'
import { lifetime } from '#test/lifetime.ts'

const METHODS = [
  { shipping: null, label: 'Ask about shipping', note: 'agree on it by message', pickup: false, address: true },
  { shipping: 0, label: 'Pickup only', note: 'The place of pickup is Fremont, Seattle', pickup: true, address: false },
  { shipping: 6.5, label: '$6.50 shipping', note: null, pickup: false, address: true },
] as const
const ALL = METHODS.map(({ label }) => label)
const NOTES = METHODS.flatMap(({ note }) => note ?? [])

const BY = ['bought', 'offered', 'held'] as const

describe('wording about shipping, from the listing to the receipt', () => {
  let app: TestApp
  let seller: Seller
  let buyer: Seller
  const life = lifetime()

  before(async () => {
    app = await startApp(life)
    seller = await openSeller(app, 'Ana')
    buyer = await openSeller(app, 'Ben')
    await ok(seller, 'PATCH', `/shops/${seller.slug}`, { haggle: false, ask_hold: true, location: 'Fremont, Seattle' })
  })

  async function read(path: string, who?: Seller, host?: string): Promise<string> {
    const reply = await app.call('GET', path, { ...(who ? { cookie: who.cookie } : {}), ...(host ? { host } : {}) })
    assert.equal(reply.status, 200, path)
    return reply.body as string
  }
  const textOf = (html: string): string =>
    html
      .replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')

  for (const method of METHODS) {
    /**
     * Checks that the page shows the text for this shipping method, shows no text for a different method, and never shows an amount of
     * zero.
     */
    const check = (html: string, where: string, noted = true): void => {
      const text = textOf(html)
      for (const label of ALL) assert.equal(text.includes(label), label === method.label, `${where}: ${label} in ${text}`)
      for (const note of NOTES) assert.equal(text.includes(note), noted && note === method.note, `${where}: ${note} in ${text}`)
      assert.doesNotMatch(text, /\$0(?![.\d])/, where)
    }

    for (const by of BY) {
      test(`the listing, checkout, order, email and receipt show “${method.label}” for an item that is ${by}`, async () => {
        const title = `Lamp ${by} ${method.shipping}`
        const { id, url } = await seller.list({ title, price: 40, shipping: method.shipping, category: 'Home', publish: true })
        const { host, pathname } = new URL(url)
        const shop = host.replace(/:\d+$/, '')
        const page = await read(pathname, undefined, shop)
        check(page.split('id="others"')[0]!, 'listing')
        const card = new RegExp(`id="${id}"[\\s\\S]*?</li>`).exec(await read('/', undefined, shop))![0]
        check(card, 'card', false)
        const { items } = JSON.parse(await read('/feed.json', undefined, shop))
        check(items.find((one: { title: string }) => one.title === title).content_text, 'feed', false)
        assert.equal(page.includes('OfferShippingDetails'), method.shipping === 6.5)
        assert.equal(page.includes('OnSitePickup'), method.pickup)
        check(await read(`/checkout/${id}`, buyer), 'checkout')

        if (by === 'held') {
          check(await read(`/hold/${id}`, buyer), 'hold')
          const hold = await ok(buyer, 'POST', '/holds', { listing: id })
          await ok(buyer, 'POST', `/holds/${hold.id}/pay`, { method: 'test_ok' })
          check(await read(`/checkout/${id}`, buyer), 'checkout with a hold')
        }
        let order: string
        if (by === 'offered') {
          const offer = await ok(buyer, 'POST', '/offers', { listing: id, amount: 30 })
          order = (await ok(seller, 'POST', `/offers/${offer.id}/accept`, {})).order
        } else order = (await ok(buyer, 'POST', '/orders', { listing: id, hold: by === 'held' })).id

        const item_ = by === 'offered' ? 30 : 40
        const opened = await ok(buyer, 'GET', `/orders/${order}`)
        assert.deepEqual([opened.shipping, opened.pickup, opened.total], [method.shipping, method.pickup, item_ + (method.shipping ?? 0)])
        assert.equal(opened.pickup_place, method.pickup ? 'Fremont, Seattle' : null)
        check(await read(`/checkout/${id}`, buyer), 'checkout of the order')
        const bare = await buyer.call('POST', `/v1/orders/${order}/pay`, { json: { method: 'test_ok' } })
        assert.equal(bare.status, method.address ? 400 : 200, 'paying requires an address unless the item is picked up')
        if (method.address) await ok(buyer, 'POST', `/orders/${order}/pay`, { method: 'test_ok', address: HOME })

        assert.equal((await ok(seller, 'GET', `/orders/${order}`)).shipping, method.shipping)
        check(await read(`/you/orders/${order}`, buyer), 'the buyer’s order')
        check(await read(`/you/orders/${order}/receipt`, buyer), 'receipt')
        check(await read(`/app/orders/${order}`, seller), 'the seller’s order')
        await app.advance(30)
        const mails = await app.service.ctx.db.selectFrom('mails').selectAll().where('account_id', '=', seller.id).execute()
        const sold = mails.map((mail) => JSON.stringify(mail)).filter((mail) => /Sold for \$[\d.]+: “/.test(mail) && mail.includes(title))
        assert.equal(sold.length, 1)
        check(sold[0]!, 'mail')
      })
    }
  }
})
