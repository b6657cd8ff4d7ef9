import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { jpegWithMetadata as photo } from '#test/fixtures/media.ts'
import { buildProgram, terminal, type Terminal } from './resale.ts'
import { startLocalServer } from '#test/local-server.ts'

const app = await startApp({ after })
const program = await buildProgram({ after })
const ADDRESS = { name: 'Ben Okafor', line1: '12 Alder Street', city: 'Portland', state: 'OR', postal_code: '97201', country: 'US' }

const seated = async (t: { after(stop: () => Promise<void>): void }): Promise<{ seller: Seller; at: Terminal }> => {
  const seller = await openSeller(app)
  return { seller, at: await terminal(t, program, { RESALE_URL: app.programsUrl, RESALE_KEY: seller.key }) }
}

/**
 * Creates a folder with the photos of `count` items: the first item is a subfolder with several photos, and each other item is a single
 * photo.
 */
async function newListings(at: Terminal, count: number): Promise<string> {
  const folder = join(at.folder, 'things')
  await mkdir(join(folder, 'oak-table_lamp'), { recursive: true })
  const picture = await photo(320, 240)
  for (const name of ['2.jpg', '10.jpg', 'notes.txt']) await writeFile(join(folder, 'oak-table_lamp', name), picture)
  for (let number = 1; number < count; number++) await writeFile(join(folder, `IMG_000${number}.jpg`), picture)
  await writeFile(join(folder, 'README.md'), 'no picture')
  return folder
}

describe('the resale listings command', () => {
  test('resale listings push creates a priced draft for each item in a folder of photos', async (t) => {
    const { seller, at } = await seated(t)
    const folder = await newListings(at, 2)
    const { code, stdout, stderr } = await at.resale('listings', 'push', folder, '--shop', seller.slug)
    assert.equal(code, 0, stderr)
    assert.match(stdout, /Oak table lamp\s+\$\d+/)
    const { data } = (await seller.call('GET', '/v1/listings')).body
    const facts = data.map((listing: { title: string | null; price: number | null; photos: unknown[]; status: string }) => [
      listing.title,
      typeof listing.price,
      listing.photos.length,
      listing.status,
    ])
    assert.deepEqual(
      facts.toSorted((one: unknown[], other: unknown[]) => Number(one[2]) - Number(other[2])),
      [
        [null, 'number', 1, 'draft'],
        ['Oak table lamp', 'number', 2, 'draft'],
      ],
    )
    assert.equal((await at.resale('listings', 'push', folder)).code, 0)
    assert.equal((await seller.call('GET', '/v1/listings')).body.total, 2)
    assert.equal((await at.resale('listings', 'push', join(at.folder, 'nowhere'))).code, 2)
  })

  test('resale listings push resumes after an interruption without creating duplicates or leaving gaps', async (t) => {
    const { seller, at } = await seated(t)
    const folder = await newListings(at, 5)
    let kills = 0
    for (let tries = 0; tries < 40; tries++) {
      const child = at.start('listings', 'push', folder, '--no-research')
      const ended = once(child, 'exit')
      const isOver = await Promise.race([ended.then(() => true), sleep(350 + tries * 40, false)])
      if (isOver) break
      kills++
      child.kill('SIGKILL')
      await ended
    }
    assert.ok(kills > 0, 'the upload was interrupted')
    const { code, stderr } = await at.resale('listings', 'push', folder, '--no-research')
    assert.equal(code, 0, stderr)
    const { data, total } = (await seller.call('GET', '/v1/listings?limit=100')).body
    assert.deepEqual([total, data.map(({ photos }: { photos: unknown[] }) => photos.length).toSorted()], [5, [1, 1, 1, 1, 2]])
  })

  test('on a terminal, resale listings push shows a progress bar', async (t) => {
    const { at } = await seated(t)
    const folder = await newListings(at, 1)
    const command = `'${process.execPath}' '${program}' listings push '${folder}' --no-research`
    const { stdout } = await promisify(execFile)('script', ['-qec', command, '/dev/null'], { env: { ...at.env, TERM: 'xterm' } })
    assert.match(stdout, /█+░* 2\/4 oak-table_lamp: photo 2 of 2/)
  })

  test('resale listings edit exports a CSV file, and sends only the rows that changed', async (t) => {
    const { seller, at } = await seated(t)
    const lamp = await seller.list({ title: 'Lamp', price: 20, description: 'Tall, "old"\nand oak' })
    const cup = await seller.list({ title: '=1+1', price: 3 })
    const file = join(at.folder, 'things.csv')
    assert.equal((await at.resale('listings', 'edit', '--out', file)).code, 0)
    const text = await readFile(file, 'utf8')
    assert.match(text, /,'=1\+1,3,/, 'the exported cell is not a formula')
    assert.equal((await at.resale('listings', 'edit')).stdout, text)
    assert.deepEqual(await at.json('listings', 'edit', file), [
      { row: 1, id: cup.id, changed: [] },
      { row: 2, id: lamp.id, changed: [] },
    ])

    await writeFile(file, text.replace('Lamp,20,', 'Oak lamp,25.5,'))
    const dry = await at.resale('listings', 'edit', file, '--dry-run')
    assert.match(dry.stdout, new RegExp(`^ROW +ID +WOULD CHANGE +ERROR\n *2 +${lamp.id} +title, price`))
    assert.match(dry.stderr, /Nothing was sent/)
    assert.equal((await at.json('listings', 'edit', file, '--dry-run'))[1].dry_run, true)
    const read = async () => (await seller.call('GET', `/v1/listings/${lamp.id}`)).body
    assert.equal((await read()).price, 20)
    const real = await at.resale('listings', 'edit', file)
    assert.equal(real.code, 0)
    assert.match(real.stdout, new RegExp(`^ROW +ID +CHANGED +ERROR\n *2 +${lamp.id} +title, price`))
    const { title, price, description } = await read()
    assert.deepEqual([title, price, description], ['Oak lamp', 25.5, 'Tall, "old"\nand oak'])

    await writeFile(file, `id,price,title\n${lamp.id},cheap,\n${cup.id},4,Cup\nlst_nothing,4,\n`)
    const bad = await at.resale('listings', 'edit', file)
    assert.equal(bad.code, 4)
    assert.match(bad.stdout, /price must be a number[^]*title, price[^]*you have no listing/)
    assert.match(bad.stderr, /2 of 3 rows were refused/)
    await writeFile(file, 'title\nA lamp\n')
    assert.equal((await at.resale('listings', 'edit', file)).code, 2)
  })

  test('resale listings edit previews, applies and undoes a change to all matching listings', async (t) => {
    const { seller, at } = await seated(t)
    const lamp = await seller.list({ title: 'Oak lamp', price: 20, publish: true })
    const cup = await seller.list({ title: 'Cup', price: 9 })
    const bare = await seller.list({ title: 'Bare lamp' })
    const prices = () => Promise.all([lamp, cup].map(async ({ id }) => (await seller.call('GET', `/v1/listings/${id}`)).body.price))
    const change = ['listings', 'edit', '--find', 'lamp', '--price', '-10%', '--round', '.99']
    const dry = await at.resale(...change, '--dry-run')
    assert.equal(dry.code, 0, dry.stderr)
    assert.match(dry.stdout, new RegExp(`${lamp.id} +Oak lamp +price \\$20 +price \\$17.99\n`))
    assert.match(dry.stdout, new RegExp(`${bare.id}.* has no price yet`))
    assert.match(dry.stderr, /Nothing was changed: this was a dry run. 1 listing would change/)
    const unasked = await at.resale(...change)
    assert.deepEqual([unasked.code, /Change 1 listing\? You can undo this for 24 hours\..*Use --yes/.test(unasked.stderr)], [2, true])
    assert.deepEqual(await prices(), [20, 9])
    const done = await at.resale(...change, '--yes')
    assert.match(done.stdout, new RegExp(`1 of 2 listings changed\\.\n${bare.id}: This listing has no price yet`))
    const [id = ''] = /blk_\w+/.exec(done.stderr) ?? []
    assert.deepEqual(await prices(), [17.99, 9])
    const undone = await at.json('listings', 'edit', '--undo', id)
    assert.deepEqual([undone.id, undone.status, undone.done], [id, 'undone', 1])
    assert.deepEqual(await prices(), [20, 9])

    assert.equal((await at.resale('listings', 'edit', '--undo', id)).code, 4)
    assert.equal((await at.resale('listings', 'edit', '--publish', '--unpublish')).code, 2)
    assert.equal((await at.resale('listings', 'edit', 'things.csv', '--publish')).code, 2)
    assert.match((await at.resale('listings', 'edit', '--price', '10%')).stderr, /Use a change such as -10%/)
    const none = await at.resale('listings', 'edit', '--find', 'violin', '--publish', '--yes')
    assert.deepEqual([none.code, /where matches no listing/.test(none.stderr)], [4, true])
    const dear = await at.resale('listings', 'edit', '--min-price', '15', '--shipping', '4', '--yes')
    assert.match(dear.stdout, /1 of 1 listing changed/)
    assert.equal((await at.resale('listings', 'edit', '--min-price', '15')).stdout.split('\n').length, 3)
  })

  test('if resale listings edit cannot read or write a file, the error names the file', async (t) => {
    const { at } = await seated(t)
    const missing = await at.resale('listings', 'edit', '/missing.csv')
    assert.deepEqual([missing.code, missing.stderr], [2, 'resale: /missing.csv cannot be read: there is no such file or folder.\n'])
    const folder = await at.resale('listings', 'edit', at.folder)
    assert.deepEqual([folder.code, folder.stderr], [2, `resale: ${at.folder} cannot be read: it is a folder.\n`])
    const out = await at.resale('listings', 'edit', '--out', '/nowhere/things.csv')
    assert.deepEqual([out.code, out.stderr], [2, 'resale: /nowhere/things.csv cannot be written: there is no such file or folder.\n'])
  })

  test('resale listings push marks a suggested price that is not based on comparable sales', async (t) => {
    const { seller, at } = await seated(t)
    // Adds the price basis to each listing, like a service that implements section 13.1 of the specification.
    const { url } = await startLocalServer(t, (request, response) => {
      const answer = async () => {
        const sent = await buffer(request)
        const { host: _, connection: __, 'content-length': ___, 'transfer-encoding': ____, ...headers } = request.headers
        const body = sent.length > 0 ? { body: new Uint8Array(sent) } : {}
        const reply = await fetch(`${app.programsUrl}${request.url}`, {
          method: request.method!,
          headers: headers as Record<string, string>,
          ...body,
        })
        const record = (await reply.json()) as { object?: string; price?: number | null }
        if (record.object === 'listing' && record.price) Object.assign(record, { price_basis: 'default' })
        response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(record))
      }
      answer().catch((error: Error) => response.destroy(error))
    })
    const folder = await newListings(at, 1)
    const { code, stdout, stderr } = await at.resale('listings', 'push', folder, '--shop', seller.slug, '--url', url)
    assert.equal(code, 0, stderr)
    assert.match(stdout, /Oak table lamp +\$\d+, a guess/)
    assert.match(stderr, /No comparable prices were found for 1 of 1 drafts, so they have the default price/)
  })

  test('resale listings shows, publishes and unpublishes listings', async (t) => {
    const { seller, at } = await seated(t)
    const { id } = await seller.list({ title: 'Lamp', price: 20 })
    assert.match((await at.resale('listings', 'publish', id)).stdout, /live\s+Lamp\s+http/)
    assert.match((await at.resale('listings')).stdout, new RegExp(`^ID\\s+STATUS\\s+PRICE.*\n${id}\\s+live\\s+\\$20`))
    assert.deepEqual(
      (await at.json('listings', '--status', 'live')).map((one: { id: string }) => one.id),
      [id],
    )
    assert.equal((await at.json('listings', 'unpublish', id))[0].status, 'draft')
  })
})

test('the offers and orders commands handle a sale from the offer to the refund', async (t) => {
  const { seller, at } = await seated(t)
  const ben = await app.signUp('Ben')
  const listing = await seller.list({ title: 'Lambswool crew', price: 48, shipping: 6, publish: true })
  // a title that was saved before single-line fields were checked may contain direction characters
  await app.service.ctx.db.updateTable('listings').set({ title: 'Lambswool \u202Ecrew' }).where('id', '=', listing.id).execute()
  const offer = (await app.call('POST', '/v1/offers', { key: ben.key, json: { listing: listing.id, amount: 44 } })).body
  const table = (await at.resale('offers')).stdout
  assert.match(table, new RegExp(`${offer.id}\\s+open\\s+\\$44`))
  assert.ok(!table.includes('\u202E'), 'direction control characters are not printed')
  assert.equal((await at.resale('offers', 'accept', offer.id, '--expected', '45')).code, 4)
  const { order } = await at.json('offers', 'accept', offer.id, '--expected', '44')
  await app.call('POST', `/v1/orders/${order}/pay`, { key: ben.key, json: { method: 'test_ok', address: ADDRESS } })
  assert.match((await at.resale('orders', '--status', 'paid')).stdout, new RegExp(`${order}\\s+paid`))
  assert.match((await at.resale('orders', 'show', order)).stdout, /12 Alder Street/)
  const shipped = await at.resale('orders', 'ship', order, '--carrier', 'UPS', '--number', '1Z999AA10123456784')
  assert.match(shipped.stdout, / shipped, [^]*UPS 1Z999/)
  const refused = await at.resale('orders', 'refund', order)
  assert.deepEqual([refused.code, /Use --yes/.test(refused.stderr)], [2, true])
  await app.call('POST', `/v1/orders/${order}/problem`, { key: ben.key, json: { reason: 'damaged', body: 'A hole.' } })
  const refunded = await at.json('orders', 'refund', order, '--yes')
  assert.deepEqual([refunded.status, refunded.refunded], ['refunded', 50])
})

test('resale statements lists, shows and exports the seller’s earnings', async (t) => {
  const { seller, at } = await seated(t)
  const lamp = await seller.list({ title: 'Oak lamp', price: 40, shipping: 8, publish: true })
  const buyer = await app.signUp('Ben')
  const { body: order } = await app.call('POST', '/v1/orders', { key: buyer.key, json: { listing: lamp.id, address: ADDRESS } })
  await app.call('POST', `/v1/orders/${order.id}/pay`, { key: buyer.key, json: { method: 'test_ok' } })
  const month = app.service.ctx.now().toISOString().slice(0, 7)
  assert.match((await at.resale('statements')).stdout, new RegExp(`PERIOD[^]*${month} +\\$48 `))
  const shown = await at.resale('statements', 'show', month)
  assert.match(shown.stdout, /not ended\n\$48 paid by buyers[^]*\$48 held and \$0 available/, shown.stderr)
  assert.match((await at.resale('statements', 'export', month)).stdout, /^at,kind,order[^]*payment,ord_\w+,,Oak lamp,48,/)
  const wrong = await at.resale('statements', 'show', 'soon')
  assert.notEqual(wrong.code, 0)
  assert.match(wrong.stderr, /period must be a month/)
})

test('resale replies adds, lists, edits and deletes saved replies', async (t) => {
  const { at } = await seated(t)
  const saved = await at.json('replies', 'add', '--title', 'Hours', '--body', 'Hi {name}, we open at 9.')
  assert.match((await at.resale('replies')).stdout, new RegExp(`^ID\\s+TITLE\\s+TEXT[^]*\n${saved.id}\\s+Hours\\s+Hi \\{name\\}`))
  assert.match((await at.resale('replies', 'edit', saved.id, '--title', 'Opening')).stdout, /Opening: Hi \{name\}/)
  const wrong = await at.resale('replies', 'edit', saved.id, '--body', 'Hi {nmae}')
  assert.equal(wrong.code, 4)
  assert.match(wrong.stderr, /\{nmae\}/)
  assert.match((await at.resale('replies', 'delete', saved.id)).stdout, /deleted/)
  assert.deepEqual(await at.json('replies'), [])
  assert.equal((await at.resale('replies', 'add', '--title', 'x')).code, 2)
})
