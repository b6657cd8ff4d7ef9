import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { newBuyer } from '#test/bargain.ts'
import { openSeller } from '#test/factories.ts'
import { tableOf } from '#test/pages.ts'
import { makeListing, makeShop } from '#test/rows.ts'
import { HOME } from '#test/sales.ts'

const sum = (cells: readonly (string | undefined)[]): number => cells.reduce((all, cell) => all + Number(cell), 0)

test('figures that appear twice on the stats page are equal', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const seller = await openSeller(app)
  const second = await makeShop(ctx, seller.id, { name: 'Second' })
  const ben = await newBuyer(app)
  const old = new Date(ctx.now().getTime() - 40 * 86_400_000)
  const { id: unseen } = await makeListing(ctx, second, { title: 'Unseen', publishedAt: old, priceCents: 12_00 })
  for (let n = 0; n < 12; n++) {
    const { id } = await seller.list({ title: `Lamp ${n}`, category: `Kind ${n}`, price: 20, shipping: 5, publish: true })
    await ben.call('GET', `/v1/market/listings/${id}`)
    if (n % 3 === 0) await ben.call('PUT', `/v1/market/listings/${id}/like`)
    if (n % 4 === 0) await ben.call('POST', '/v1/offers', { json: { listing: id, amount: 18 } })
    if (n === 11) continue
    const { body } = await ben.call('POST', '/v1/orders', { json: { listing: id, address: HOME } })
    await ben.call('POST', `/v1/orders/${body.id}/pay`, { json: { method: 'test_ok' } })
  }
  await ben.call('PUT', `/v1/market/listings/${unseen}/like`)
  await ben.call('GET', `/v1/market/stores/${seller.slug}`)
  await app.advance(0)
  for (const query of ['', '?days=7', '?days=90', `?shop=${seller.slug}`, `?shop=${second.slug}`, '?shop=unknown']) {
    const { status, body: html } = await app.call('GET', `/app/stats${query}`, { cookie: seller.cookie })
    assert.equal(status, 200)
    const funnel = Object.fromEntries(tableOf(html, 'Steps from view to sale').slice(1)) as Record<string, string>
    const days = tableOf(html, 'Day by day').slice(1)
    const plots = Object.fromEntries(
      [...html.matchAll(/<figcaption>\s*(\w+) <strong class="number">([\d,]+)</g)].map(([, label, total]) => [label!, total!]),
    )
    for (const [index, [plot, step]] of [
      ['Views', 'Views'],
      ['Likes', 'Likes'],
      ['Offers', null],
      ['Sales', 'Orders paid'],
    ].entries()) {
      assert.equal(String(sum(days.map((day) => day[index + 1]))), plots[plot!], `${query} ${plot} by day`)
      if (step) assert.equal(funnel[step], plots[plot!], `${query} ${step} in the funnel`)
    }
    const sells = tableOf(html, 'Sales by category').slice(1)
    const total = sells.find(([label]) => label === 'All sales')?.[1] ?? '0'
    assert.equal(total, plots['Sales'], `${query} sales by category`)
    assert.equal(String(sum(sells.filter(([label]) => label !== 'All sales').map((row) => row[1]))), total, `${query} categories`)
    const shops = [...html.matchAll(/<th scope="row">Views<\/th>\s*<td>([\d,]+), ([\d,]+) in the last 7 days/g)]
    const all = tableOf(html, 'Stats by listing').find(([label]) => label === 'All views')
    const views = shops.reduce((sums, [, total, week]) => [sums[0]! + Number(total), sums[1]! + Number(week)], [0, 0])
    assert.deepEqual(all ? all.slice(1, 3).map(Number) : [0, 0], views, `${query} views of the shops`)
  }
  const { body: html } = await app.call('GET', '/app/stats', { cookie: seller.cookie })
  assert.match(html, /Other categories/, 'eleven categories sold, and ten are listed')
  const [stale] = tableOf(html, 'Least viewed listings').slice(1)
  assert.deepEqual(stale!.slice(0, 5), ['Unseen', '40', '0', '0', '$12'])
  assert.match(
    html,
    new RegExp(`href="/app/listings/${unseen}#price"[^]*href="/app/listings/${unseen}/invitations"[^]*href="/app/listings/${unseen}"`),
  )
})

test('the stats page of a new seller shows no sales and no rarely viewed listings', async (t) => {
  const app = await startApp(t)
  const seller = await openSeller(app)
  await seller.list({ title: 'Lamp', price: 20, shipping: 5, publish: true })
  const { body: html } = await app.call('GET', '/app/stats', { cookie: seller.cookie })
  assert.match(html, /No sales in this period[^]*Every listing that has been live for at least 30 days has had enough views/)
  assert.doesNotMatch(html, /Invite buyers/)
})
