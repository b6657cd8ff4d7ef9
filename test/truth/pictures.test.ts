import assert from 'node:assert/strict'
import { test } from 'node:test'
import { multipart, startApp, type Reply, type TestApp } from '#test/app.ts'
import { crawl, isBinary, mainTargets, shopTargets, type Target, type Values } from '#test/crawl.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { jpegWithMetadata, mp4 } from '#test/fixtures/media.ts'
import { HOME } from '#test/sales.ts'

type Scene = { roles: Record<'buyer' | 'seller' | 'operator' | 'outsider', Seller>; main: Target[]; shop: Target[]; photo: string }

/** Creates a shop with images and a video, sold items with photos of reported problems, and related records. */
async function openScene(app: TestApp): Promise<Scene> {
  const { ctx } = app.service
  const [seller, buyer, outsider, operator] = [
    await openSeller(app, 'Ana'),
    await openSeller(app, 'Ben'),
    await openSeller(app, 'Cleo'),
    await openSeller(app, 'Olga'),
  ]
  await ctx.db.updateTable('accounts').set({ is_operator: true }).where('id', '=', operator.id).execute()
  const jpeg = await jpegWithMetadata()
  const picture = { name: 'files', filename: 'a.jpg', type: 'image/jpeg', bytes: jpeg }
  const ok = async (who: Seller, method: string, path: string, json?: object): Promise<Reply['body']> =>
    made(await who.call(method, `/v1${path}`, json === undefined ? {} : { json }), path)
  const made = (reply: Reply, path: string): Reply['body'] => {
    assert.ok(reply.status < 300, `${path}: ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  await ok(seller, 'PATCH', `/shops/${seller.slug}`, { haggle: false, ask_hold: true })
  const pictured = async (
    title: string,
    ...more: { name: string; filename: string; type: string; bytes: Uint8Array }[]
  ): Promise<string> => {
    const { id } = await seller.list({ title, price: 60, shipping: 5, category: 'Home' })
    made(await seller.call('POST', `/v1/listings/${id}/photos`, { raw: multipart([{ ...picture, name: 'photos' }, ...more]) }), 'photos')
    await ok(seller, 'POST', `/listings/${id}/publish`)
    return id
  }
  const live = await pictured('Oak lamp', { name: 'photos', filename: 'b.mp4', type: 'video/mp4', bytes: mp4() })
  const orders: string[] = []
  for (const end of ['open', 'answered', 'decided', 'paid'] as const) {
    const listing = await pictured(`Lamp ${end}`)
    const { id } = await ok(buyer, 'POST', '/orders', { listing, address: HOME })
    orders.push(id)
    await ok(buyer, 'POST', `/orders/${id}/pay`, { method: 'test_ok' })
    if (end === 'paid') continue
    await ok(seller, 'POST', `/orders/${id}/ship`, {})
    const words = [
      { name: 'reason', value: 'damaged' },
      { name: 'body', value: 'The shade is torn.' },
    ]
    made(await buyer.call('POST', `/v1/orders/${id}/problem`, { raw: multipart([...words, picture, picture]) }), 'problem')
    if (end === 'answered') await ok(seller, 'POST', `/orders/${id}/answer`, { body: 'It left here whole.' })
    if (end === 'decided') await ok(seller, 'POST', `/orders/${id}/refund`, {})
  }
  const { id: offer } = await ok(buyer, 'POST', '/offers', { listing: live, amount: 40 })
  const { id: thread } = await ok(buyer, 'POST', '/threads', { listing: live, text: 'Is it heavy?' })
  await ok(buyer, 'PUT', `/market/listings/${live}/like`)
  const id = [live, ...orders, offer, thread]
  const values: Values = {
    id,
    listing: [live],
    payment: ['pmt_none'],
    slug: [seller.slug],
    link: ['oak-lamp'],
    token: ['none'],
    category: ['home'],
    number: ['0'],
  }
  const photo = (await ok(buyer, 'GET', `/orders/${orders[0]}`)).problem.photos[0]
  return {
    roles: { buyer, seller, operator, outsider },
    main: mainTargets(ctx, values).filter(({ path }) => isPage(path)),
    shop: shopTargets(ctx, seller.slug, values),
    photo: new URL(photo).pathname,
  }
}

/**
 * Returns true for pages of the marketplace. Returns false for downloads, the API documentation and the style guide, because these are the
 * same for all viewers.
 */
const isPage = (path: string): boolean =>
  !/^\/(v1|docs|changelog|styleguide|media|static|dev)\b|\.(md|txt|xml|json|zip|csv)(\?|$)/.test(path)

/** Returns the URLs of all images on a page, including video posters and link previews. */
function picturesOf(html: string): string[] {
  const all = (pattern: RegExp): string[] => [...html.matchAll(pattern)].map(([, found]) => found!)
  return [
    ...all(/<img\b[^>]*?\ssrc="([^"]+)"/g),
    ...all(/<(?:img|source)\b[^>]*?\ssrcset="([^"]+)"/g).flatMap((set) => set.split(',').map((one) => one.trim().split(/\s+/)[0]!)),
    ...all(/\sposter="([^"]+)"/g),
    ...all(/<meta\b[^>]*?property="og:image"[^>]*?content="([^"]+)"/g),
  ].map((url) => url.replaceAll('&amp;', '&'))
}

test('for each role, every picture on every page loads', async (t) => {
  const app = await startApp(t)
  const { roles, main, shop, photo } = await openScene(app)
  const broken: string[] = []
  const seen: Record<string, Set<string>> = {}
  for (const [role, { cookie }] of Object.entries(roles)) {
    const known = new Set<string>()
    seen[role] = known
    const follows = ({ host, path }: Target): boolean => host === 'resale.localhost' && isPage(path)
    for await (const { host, path, reply } of crawl(app, role === 'outsider' ? [...main, ...shop] : main, { cookie }, follows)) {
      if (reply.status !== 200 || isBinary(reply)) continue
      for (const picture of picturesOf(reply.bytes.toString())) {
        if (picture.startsWith('data:image/')) continue
        const { hostname, pathname, search, href } = new URL(picture, `http://${host}:${app.port}${path}`)
        if (known.has(href)) continue
        known.add(href)
        const at = `${pathname}${search}`
        const found = await app.call('GET', at, hostname === 'resale.localhost' ? { cookie } : { host: hostname })
        const type = found.headers['content-type'] ?? ''
        if (found.status !== 200 || !type.startsWith('image/') || found.bytes.length === 0)
          broken.push(`${role} on ${host}${path}: ${picture} is ${found.status} ${type}`)
      }
    }
  }
  assert.deepEqual(broken, [])
  const evidence = (role: string): number => [...seen[role]!].filter((href) => href.includes('/problem/photos/')).length
  // a seller sees photos of open problems only
  assert.deepEqual(['buyer', 'seller', 'operator', 'outsider'].map(evidence), [6, 4, 6, 0])
  for (const role of Object.keys(roles)) assert.ok(seen[role]!.size > 5, `${role} saw ${seen[role]!.size} pictures`)

  // only the buyer, the seller and the operator may view evidence, and the operator needs a session
  assert.equal((await app.call('GET', photo, { cookie: roles.outsider.cookie })).status, 404)
  assert.equal((await app.call('GET', photo, { key: roles.operator.key })).status, 404)
  assert.equal((await app.call('GET', photo)).status, 401)
})
