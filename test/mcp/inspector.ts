import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { jpegWithMetadata } from '#test/fixtures/media.ts'
import { connect, type Given } from './client.ts'

const exec = promisify(execFile)

/**
 * Two agents complete the sale of a lamp, starting from its photo. The official inspector acts for the seller, and the official client acts
 * for the buyer. The owner approves waiting requests in a session. Checks that no agent can bypass the approval. Returns the number of
 * inspector calls.
 */
export async function sellALamp(app: TestApp, program: string): Promise<number> {
  const [ana, bo] = [await openSeller(app, 'Ana'), await app.signUp('Bo')]
  await ana.call('PATCH', `/v1/shops/${ana.slug}`, { json: { haggle: false } })
  const agent = await ana.keyWith({
    kind: 'agent',
    scopes: ['listings', 'offers', 'orders'],
    ask_first: ['listings.publish', 'offers.accept'],
  })
  const made = await app.call('POST', '/v1/keys', {
    cookie: bo.cookie,
    json: { name: 'Finder', kind: 'agent', scopes: ['buying'], ask_first: ['buying.pay'], max_offer: 57 },
  })
  const buyer = await connect(app, made.body.secret)
  const home = await mkdtemp(join(tmpdir(), 'inspector-'))
  let calls = 0

  async function inspect(key: string, method: string, words: readonly string[] = []): Promise<Given> {
    calls++
    const args = ['--cli', `${app.programsUrl}/mcp`, '--transport', 'http', '--method', method, '--header', `Authorization: Bearer ${key}`, ...words] // prettier-ignore
    // A rejected tool call also returns a result, but with a different exit code.
    const { stdout } = await exec(process.execPath, [program, ...args], {
      env: { PATH: process.env['PATH']!, HOME: home },
      maxBuffer: 64_000_000,
    }).catch((error: { stdout: string; stderr: string }) => {
      if (error.stdout.trim() === '') throw new Error(`the inspector failed: ${error.stderr}`)
      return error
    })
    const output = JSON.parse(stdout)
    return output.result ?? output
  }
  const call = async (tool: string, args: Record<string, unknown>) => {
    const pairs = Object.entries(args).map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    return inspect(agent, 'tools/call', ['--tool-name', tool, '--tool-arg', ...pairs])
  }
  const use = async (tool: string, args: Record<string, unknown> = {}): Promise<Given> => {
    const result = await call(tool, args)
    assert.ok(!result.isError, JSON.stringify(result))
    return result.structuredContent
  }
  const approve = async (id: string, cookie: string) => {
    for (const key of [agent, made.body.secret]) {
      const tried = await app.call('POST', `/v1/approvals/${id}/approve`, { key })
      assert.ok(tried.status === 403 || tried.status === 404, `an agent can approve for its owner: ${tried.status}`)
    }
    assert.equal((await app.call('POST', `/v1/approvals/${id}/approve`, { cookie })).body.status, 'done')
  }

  try {
    const { tools } = await inspect(agent, 'tools/list')
    assert.ok(tools.length >= 10 && tools.every(({ outputSchema }: Given) => outputSchema), 'each tool has an output schema')
    assert.ok((await inspect(agent, 'resources/templates/list')).resourceTemplates.length > 0)
    assert.ok((await inspect(agent, 'prompts/list')).prompts.length > 0)

    const photo = (await jpegWithMetadata(64, 48)).toString('base64')
    const draft = await use('draft_listing', { title: 'Oak lamp', prompt: 'Oak table lamp', photos: [photo] })
    const listing: string = draft.result.id
    assert.deepEqual([draft.result.status, draft.result.photos.length], ['draft', 1])
    const publishing = await use('price_and_publish', { listing, price: 58, shipping: 6 })
    assert.equal(publishing.status, 'waiting')
    assert.equal((await ana.call('GET', `/v1/listings/${listing}`)).body.status, 'draft', 'nothing runs before the approval')
    await approve(publishing.approval.id, ana.cookie)

    const [found] = (await buyer.use('search_market', { q: 'Oak lamp' })).data
    assert.equal(found.id, listing)
    const offer = (await buyer.use('make_offer', { listing, amount: 50 })).result
    const accepting = await use('answer_offer', { offer: offer.id, answer: 'accept', expected_amount: 50 })
    assert.equal(accepting.status, 'waiting')
    await approve(accepting.approval.id, ana.cookie)
    const { order } = (await buyer.use('list_offers', { role: 'buyer' })).data[0]
    const address = { name: 'Bo', line1: 'Elm 1', city: 'Salem', postal_code: '97301', country: 'USA' }
    const paying = await buyer.use('buy', { order, method: 'test_ok', address })
    assert.equal(paying.status, 'waiting')
    await approve(paying.approval.id, bo.cookie)

    const shipped = await use('ship_order', { order, carrier: 'DHL', number: 'JD014600006281230704' })
    assert.equal(shipped.result.status, 'shipped')
    const refused = await call('price_and_publish', { listing, price: 1 })
    assert.equal(refused.isError, true)
    return calls
  } finally {
    await buyer.client.close()
    await rm(home, { recursive: true, force: true })
  }
}
