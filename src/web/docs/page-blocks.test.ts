import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { startApp, type TestApp } from '#test/app.ts'
import { newBuyer, onSale, openBargain, type Buyer } from '#test/bargain.ts'
import { blocksOf, folderOfReader, type Block } from '#test/docs-blocks.ts'
import type { Seller } from '#test/factories.ts'
import { lifetime } from '#test/lifetime.ts'

/** Runs the code blocks in the guides like a user: with a key in `KEY`, and with the SDK in the working directory. */
describe('code blocks in the guides', () => {
  const life = lifetime()
  let app: TestApp
  let folder: string
  let seller: Seller
  let buyer: Buyer

  before(async () => {
    app = await startApp(life)
    folder = await folderOfReader(life)
    ;({ seller, buyer } = await openBargain(app, { haggle: true }))
  })

  const blocks = async (page: string, language: string): Promise<Block[]> =>
    blocksOf((await app.call('GET', `${page}.md`)).body as string).filter((block) => block.language === language)

  const shell = async (text: string, key: string): Promise<{ head: string; body: Record<string, unknown> }> => {
    const { stdout } = await promisify(execFile)('bash', ['-e', '-c', text.replaceAll('curl ', 'curl -sS -i --fail-with-body ')], {
      env: { PATH: process.env['PATH'], KEY: key },
    })
    const [head = '', body = '{}'] = stdout.split('\r\n\r\n')
    return { head, body: JSON.parse(body) as Record<string, unknown> }
  }

  const program = async ({ text }: Block, env: Record<string, string>): Promise<string> => {
    const file = join(folder, `block-${text.length}.mjs`)
    await writeFile(file, text)
    const child = spawn(process.execPath, [file], { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    for await (const bytes of child.stdout) output += String(bytes)
    return output
  }

  test('as the idempotency guide shows, a repeated request creates only one record, with curl and with the SDK', async () => {
    const [curl] = await blocks('/docs/idempotency', 'sh')
    const [first, again] = [await shell(curl!.text, seller.key), await shell(curl!.text, seller.key)]
    assert.deepEqual(again.body, first.body)
    assert.doesNotMatch(first.head, /idempotent-replayed/i)
    assert.match(again.head, /idempotent-replayed: true/i)
    const [js] = await blocks('/docs/idempotency', 'js')
    assert.equal(await program(js!, { KEY: seller.key }), 'true\n')
  })

  test('as the pagination guide shows, curl and the SDK’s loops can read all pages, changes and events', async () => {
    const { title } = await seller.list({ title: 'Brass bell', price: 12, publish: true })
    const curls = await blocks('/docs/pagination', 'sh')
    assert.equal(curls.length, 3)
    for (const { text } of curls) assert.ok(Array.isArray((await shell(text, seller.key)).body['data']), text)
    const [js] = await blocks('/docs/pagination', 'js')
    assert.match(await program(js!, { KEY: seller.key }), new RegExp(`^${title}\\n(?:.*\\n)*last event: (?:evt_\\w+|start)\\n$`))
  })

  test('accepting an offer after a counteroffer returns 409 `countered`; with haggling off, the sample program responds to each offer', async () => {
    const met = await buyer.offer(await onSale(seller), 70)
    await app.advance(0)
    const refused = await seller.call('POST', `/v1/offers/${met.id}/accept`)
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'countered'])

    const [off] = await blocks('/docs/haggling', 'sh')
    const shop = (await shell(off!.text.replace('second-spring', seller.slug), seller.key)).body as { agent: { haggle: boolean } }
    assert.equal(shop.agent.haggle, false)
    const made: { id: string; amount: number; status: string }[] = []
    for (const amount of [95, 70, 30]) made.push(await (await newBuyer(app)).offer(await onSale(seller), amount))
    // the negotiator makes a counteroffer of $2.50; rounded to whole dollars, it would be $3, which is the full price
    made.push(await (await newBuyer(app)).offer(await onSale(seller, { price: 3 }), 2))
    await app.advance(0)
    const [loop] = await blocks('/docs/haggling', 'js')
    const output = await program(loop!, { KEY: seller.key })
    assert.deepEqual(output.trim().split('\n').toSorted(), ['answered 2', 'answered 30', 'answered 70', 'answered 95'])
    const after = await Promise.all(made.map(async ({ id }) => (await seller.call('GET', `/v1/offers/${id}`)).body))
    assert.deepEqual(
      after.map(({ status, counter }) => [status, counter?.amount]),
      [
        ['accepted', undefined],
        ['countered', 85],
        ['declined', undefined],
        ['countered', 2.5],
      ],
    )
  })

  test('the sample program in the approvals guide waits until the owner approves', async () => {
    const draft = await seller.list({ title: 'Copper pan', price: 40 })
    const request = { name: 'Helper', kind: 'agent', scopes: ['listings'], ask_first: ['listings.publish'] }
    const { body: agent } = await app.call('POST', '/v1/keys', { cookie: seller.cookie, json: request })
    const [js] = await blocks('/docs/approvals', 'js')
    const output = program(js!, { KEY: agent.secret, LISTING: draft.id })
    let approval: string | undefined
    for (let tries = 0; tries < 200 && approval === undefined; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      approval = (await app.call('GET', '/v1/approvals?status=pending', { cookie: seller.cookie })).body.data[0]?.id
    }
    const [curl] = await blocks('/docs/approvals', 'sh')
    assert.equal((await shell(curl!.text.replace('$APPROVAL', approval!), agent.secret)).body['status'], 'pending')
    assert.equal((await app.call('POST', `/v1/approvals/${approval}/approve`, { cookie: seller.cookie })).status, 200)
    assert.equal(await output, 'Copper pan is live\n')
  })
})
