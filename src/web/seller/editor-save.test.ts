import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Person } from '#platform/context/index.ts'
import { typedOf } from './edits.ts'
import type { TextField, Typed } from '#catalog/listings/rules/editor-fields.ts'
import { continueTo } from '#catalog/listings/rules/editor-steps.ts'
import { gate } from '#service/server.ts'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { readOwn, save, savedAs, type SaveResult } from './editor-save.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const ana = await openSeller(app)
const viewer = (await gate.authenticate(ctx, {
  authorization: undefined,
  cookie: ana.cookie,
  origin: app.url,
  writes: true,
  address: '127.0.0.1',
})) as Person

/** Opens the editor of a new listing. The page does not show later changes of the listing. */
async function openEditor(fields: Record<string, unknown> = {}) {
  const { id } = await ana.list({ title: 'Coat', price: 80, lowest_price: 70, ...fields })
  const load = async () => typedOf(await readOwn(ctx, viewer, id))
  const base = await load()
  /** Saves the form with the changed values. `null` as `from` sends a form without fields. */
  const press = (action: string, change: Record<string, string> = {}, from: Typed | null = base): Promise<SaveResult> => {
    const { lines, ...values } = from ?? base
    const sent = from === null ? change : { ...values, base: JSON.stringify(from), ...change }
    return save(ctx, viewer, { fields: sent, all: () => [], lines: () => lines.map((line) => ({ ...line })) } as unknown as Parameters<typeof save>[2], id, action) // prettier-ignore
  }
  const elsewhere = (json: object) => ana.call('PATCH', `/v1/listings/${id}`, { json })
  const valueOf = async (name: TextField) => (await load())[name]
  const status = async () => (await readOwn(ctx, viewer, id)).status
  /** Stores a text that writing help wrote and the seller used. */
  const used = (more: object, isUsed = true) => {
    const texts = { title: 'Oak lamp', one_liner: '', description: '', teaser: '' }
    const row = { id: ctx.newId('tak'), listing_id: id, tone: 'plain', instruction: '', ...texts, used_at: isUsed ? ctx.now() : null, created_at: ctx.now() } // prettier-ignore
    return db.insertInto('words_takes').values({ ...row, ...more }).execute() // prettier-ignore
  }
  /** Stores a change that the chat made. */
  const chatted = (key: string, after: unknown) => {
    const changes = JSON.stringify([{ tool: 'set_price', key, label: key, before: null, after }])
    return db.insertInto('listing_chats').values({ id: ctx.newId('msg'), listing_id: id, role: 'agent', text: 'Done.', changes, created_at: ctx.now() }).execute() // prettier-ignore
  }
  /** Stores a finished run of price research. */
  const researched = (result: object) => {
    const row = { id: ctx.newId('res'), listing_id: id, account_id: ana.id, status: 'done', steps: '[]', started_at: ctx.now(), touched_at: ctx.now() } as const // prettier-ignore
    return db.insertInto('research_runs').values({ ...row, result: JSON.stringify({ ...RESULT, ...result }) }).execute() // prettier-ignore
  }
  return { id: id as string, base, press, elsewhere, valueOf, status, load, used, chatted, researched }
}
const RESULT = { summary: '', category: null, suggested_price: 90, band: { low: 75, high: 100 }, facts: [], questions: [], sources: [], priced_by: 'comparables', confidence: 'medium', new_price: null, evidence: [] } // prettier-ignore
const clashes = (result: SaveResult) => (result.is === 'clash' ? result.clashes.map(({ name, now, by }) => [name, now, by]) : result)
const messageOf = (result: SaveResult) => (result.is === 'saved' ? result.message : result)
const problemOf = (result: SaveResult) => (result.is === 'refused' ? [result.problem.param, result.problem.message] : result)

test('saving writes only the fields that changed on this page', async () => {
  const { press, elsewhere, valueOf } = await openEditor()
  await elsewhere({ description: 'Warm.' })
  assert.equal((await press('save', { title: 'Wool coat', price: '75' })).is, 'saved')
  assert.deepEqual([await valueOf('title'), await valueOf('price'), await valueOf('description')], ['Wool coat', '75', 'Warm.'])
})

test('each button has its own message, and a form without fields only performs its action', async () => {
  const { press, status, valueOf } = await openEditor()
  const texts = new Set<unknown>()
  for (const [action, expected] of [
    ['publish', 'live'],
    ['unpublish', 'draft'],
    ['publish', 'live'],
    ['sold', 'sold'],
    ['relist', 'live'],
    ['save', 'live'],
  ] as const) {
    // prettier-ignore
    texts.add(messageOf(await press(action, {}, null)))
    assert.equal(await status(), expected, action)
  }
  assert.deepEqual([texts.size, [...texts].every((text) => typeof text === 'string'), await valueOf('title')], [5, true, 'Coat'])
  await press('sold', {}, null)
  const refused = await press('unpublish', {}, null)
  assert.ok(refused.is === 'refused')
  assert.deepEqual([refused.typed, refused.base, refused.problem.status], [null, null, 409])
})

test('an unknown button, such as the name of a built-in property, only saves', async () => {
  const { press, status, valueOf } = await openEditor()
  assert.equal((await press('constructor', { title: 'Hat' })).is, 'saved')
  assert.deepEqual([await status(), await valueOf('title')], ['draft', 'Hat'])
})

test('the suggested title is used on request, or on the way to the next step if the title is empty', async () => {
  for (const [action, title, result] of [
    ['use-title', 'Old', 'Wool coat'],
    [continueTo('price'), '', 'Wool coat'],
    [continueTo('price'), 'Own', 'Own'],
    ['save', 'Own', 'Own'],
    ['save', '', ''],
  ] as const) {
    // prettier-ignore
    const { press, valueOf } = await openEditor()
    await press(action, { title, suggested_title: 'Wool coat' })
    assert.equal(await valueOf('title'), result, `${action} ${title}`)
  }
  const { press, valueOf } = await openEditor()
  await press('use-title', { title: 'Typed' })
  assert.equal(await valueOf('title'), 'Typed', 'no title is suggested')
})

test('a field that also changed elsewhere is a clash, which the seller resolves; nothing is saved before', async () => {
  const { press, elsewhere, valueOf, base } = await openEditor()
  await elsewhere({ title: 'Jacket', price: 75 })
  const change = { title: 'Parka', price: '78', description: 'Warm.' }
  assert.deepEqual(clashes(await press('save', change)), [['title', 'Jacket', undefined], ['price', '75', undefined]]) // prettier-ignore
  assert.equal(await valueOf('description'), base.description)
  assert.deepEqual(clashes(await press('save', { ...change, pick_price: 'theirs' })), [['title', 'Jacket', undefined]])
  assert.equal((await press('save', { ...change, title: 'Coat', pick_price: 'theirs' })).is, 'saved')
  assert.deepEqual([await valueOf('title'), await valueOf('price'), await valueOf('description')], ['Jacket', '75', 'Warm.'])
})

test('a clash names the helper that wrote the other value, unless a person has changed it since', async () => {
  const words = await openEditor()
  await words.elsewhere({ title: 'Oak lamp', description: 'A lamp.' })
  await words.used({})
  await words.used({ title: 'Other', description: 'A lamp.' }, false)
  assert.deepEqual(clashes(await words.press('save', { title: 'Lamp', description: 'Light.' })), [['title', 'Oak lamp', 'writing help'], ['description', 'A lamp.', undefined]]) // prettier-ignore
  const chat = await openEditor()
  await chat.elsewhere({ price: 75, lowest_price: 60, take_offers: false, title: 'Lamp' })
  await chat.chatted('price', 75)
  await chat.chatted('lowest_price', 65)
  await chat.chatted('title', 'Lamp')
  assert.deepEqual(clashes(await chat.press('save', { price: '78', lowest_price: '71', title: 'Vase' })), [
    ['title', 'Lamp', undefined],
    ['price', '75', 'the listing helper'],
    ['lowest_price', '60', undefined],
  ])
  await chat.chatted('lowest_price', 60)
  assert.deepEqual(clashes(await chat.press('save', { lowest_price: '71' })), [['lowest_price', '60', 'the listing helper']])
})

test('the seller’s value replaces that of research always, and that of another helper when the seller publishes', async () => {
  const research = await openEditor({ price: undefined, lowest_price: undefined })
  await research.elsewhere({ price: 90, lowest_price: 75, category: 'Coats' })
  await research.researched({ category: 'Coats' })
  assert.equal((await research.press('save', { price: '85', lowest_price: '80', category: 'Jackets' })).is, 'saved')
  assert.deepEqual([await research.valueOf('price'), await research.valueOf('lowest_price'), await research.valueOf('category')], ['85', '80', 'Jackets']) // prettier-ignore
  const filled = await openEditor()
  await filled.elsewhere({ price: 90 })
  await filled.researched({})
  assert.deepEqual(clashes(await filled.press('save', { price: '85' })), [['price', '90', undefined]], 'research fills only empty fields')
  const adjusted = await openEditor({ price: undefined, lowest_price: undefined })
  await adjusted.elsewhere({ price: 60, lowest_price: 60 })
  await adjusted.researched({})
  assert.equal((await adjusted.press('save', { price: '85', lowest_price: '80' })).is, 'saved', 'research has adjusted both prices')
  const words = await openEditor()
  await words.elsewhere({ title: 'Oak lamp' })
  await words.used({})
  assert.equal((await words.press('publish', { title: 'Lamp' })).is, 'saved')
  assert.equal(await words.valueOf('title'), 'Lamp')
  const person = await openEditor()
  await person.elsewhere({ title: 'Oak lamp' })
  assert.deepEqual(clashes(await person.press('publish', { title: 'Lamp' })), [['title', 'Oak lamp', undefined]])
})

test('a price that changed while the page was open is shown before the listing is published', async () => {
  const { press, elsewhere, chatted, status } = await openEditor()
  await elsewhere({ price: 75, lowest_price: 65 })
  const refused = await press('publish')
  assert.deepEqual(problemOf(refused), ['price', 'Price is now “75”: it was changed while this page was open. Check it, then publish again.']) // prettier-ignore
  assert.ok(refused.is === 'refused')
  assert.deepEqual([refused.problem.status, refused.typed?.price, refused.typed?.lowest_price, refused.base?.price, refused.base?.lowest_price], [409, '75', '65', '75', '65']) // prettier-ignore
  const own = await press('publish', { lowest_price: '71' }, { ...refused.base!, price: '80' })
  assert.deepEqual(own.is === 'refused' && own.typed?.lowest_price, '71', 'the minimum price of the seller stays')
  await chatted('price', 75)
  assert.match(JSON.stringify(problemOf(await press('publish'))), /the listing helper set it while this page was open/)
  assert.equal(await status(), 'draft')
  assert.equal((await press('save')).is, 'saved')
  assert.equal((await press('publish', {}, refused.base)).is, 'saved')
  assert.equal(await status(), 'live')
})

test('a guessed price is published only after the seller confirms it, and is then the seller’s own', async () => {
  const { id, press, status, load } = await openEditor()
  await db.updateTable('listings').set({ price_basis: 'default' }).where('id', '=', id).execute()
  assert.deepEqual(problemOf(await press('publish', {}, await load())), ['price', 'The price of $80 is a guess. Change it, or publish again to confirm it.']) // prettier-ignore
  assert.equal((await press('publish', { confirmed_price: '79' }, await load())).is, 'refused')
  assert.equal(await status(), 'draft')
  assert.equal((await press('save', {}, await load())).is, 'saved')
  assert.equal((await press('publish', { confirmed_price: '80' }, await load())).is, 'saved')
  const { status: state, price_basis: basis } = await readOwn(ctx, viewer, id)
  assert.deepEqual([state, basis === 'default'], ['live', false])
})

test('a minimum price above the price that a helper filled in meanwhile raises the price', async () => {
  const open = async () => {
    const editor = await openEditor({ price: undefined, lowest_price: undefined })
    await editor.elsewhere({ price: 90, lowest_price: 75 })
    return editor
  }
  const { press, researched, valueOf } = await open()
  await researched({})
  assert.equal((await press('save', { lowest_price: '95' })).is, 'saved')
  assert.deepEqual([await valueOf('price'), await valueOf('lowest_price')], ['95', '95'])
  const below = await open()
  await below.researched({})
  assert.equal((await below.press('save', { lowest_price: '85' })).is, 'saved')
  assert.deepEqual([await below.valueOf('price'), await below.valueOf('lowest_price')], ['90', '85'])
  const person = await openEditor()
  await person.chatted('price', 80)
  await person.elsewhere({ description: 'Warm.' })
  assert.equal((await person.press('save', { lowest_price: '95' })).is, 'refused', 'the page has already shown the price of the helper')
  const unpriced = await openEditor({ price: undefined, lowest_price: undefined })
  await unpriced.researched({})
  await unpriced.elsewhere({ description: 'Warm.' })
  await unpriced.press('save', { lowest_price: '50' })
  assert.equal(await unpriced.valueOf('price'), '', 'no helper has filled in a price')
  const lowered = await openEditor()
  await lowered.chatted('price', 60)
  await lowered.elsewhere({ price: 60, lowest_price: 60 })
  assert.equal((await lowered.press('save', { title: 'Warm coat' })).is, 'saved')
  assert.deepEqual([await lowered.valueOf('price'), await lowered.valueOf('lowest_price')], ['60', '60'], 'the seller set no minimum price')
})

test('the script of the editor gets the saved values, and the clashes or the problem', async () => {
  const { id, press, elsewhere } = await openEditor()
  const { updated_at: updatedAt } = await readOwn(ctx, viewer, id)
  const saved = await savedAs(ctx, viewer, id)
  assert.deepEqual([saved.now.title, saved.updatedAt, saved.clashes, saved.problem], ['Coat', updatedAt, [], null])
  const refused = await savedAs(ctx, viewer, id, await press('save', { price: 'x' }))
  assert.deepEqual([refused.problem?.param, refused.clashes], ['price', []])
  await elsewhere({ title: 'Jacket' })
  const clash = await savedAs(ctx, viewer, id, await press('save', { title: 'Parka' }))
  assert.deepEqual([clash.clashes, clash.problem, clash.now.title], [[{ name: 'title', now: 'Jacket' }], null, 'Jacket'])
})
