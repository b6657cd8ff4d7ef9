import assert from 'node:assert/strict'
import type { Reply, TestApp } from '#test/app.ts'
import type { FakeModel } from '#test/fakes/model.ts'
import { ebayItem } from '#test/fakes/ebay.ts'
import type { Seller } from '#test/factories.ts'

/** A model's response that correctly identifies the shoe in a photo. */
export const DUNK = {
  name: 'Nike Dunk Low',
  brand: 'Nike',
  category: 'Shoes',
  color: 'Panda',
  size: '10',
  condition: 'good',
  facts: [
    { label: 'Kind', value: 'Sneaker', about_model: true },
    { label: 'Material', value: 'Leather', about_model: true },
    { label: 'Laces', value: 'Original', about_model: false },
  ],
  questions: [{ label: 'Box', question: 'Do you have the box?' }],
}

/**
 * Returns a fake model that responds with `item`. If the schema asks for a summary, the model responds with a price summary without
 * numbers.
 */
export const knows =
  (item: object = DUNK): FakeModel['answer'] =>
  ({ schema }) => ({ object: schema?.properties?.['summary'] ? { summary: 'A shoe that many people look for.' } : item })

/** Returns eBay items for the shoe. Each price in the list makes one item. */
export const dunksAt = (...prices: readonly number[]) =>
  prices.map((price, index) =>
    ebayItem({
      itemId: `v1|${index}|0`,
      title: `Nike Dunk Low no ${index}`,
      price: { value: price.toFixed(2), currency: 'USD' },
      itemWebUrl: `https://www.ebay.com/itm/${index}`,
    }),
  )

/** Creates a listing and waits until its research has ended. Returns the research run and the listing. */
export async function research(
  app: TestApp,
  seller: Seller,
  json: Record<string, unknown>,
): Promise<{ run: Reply['body']; listing: Reply['body'] }> {
  const { id } = await seller.list({ ...json, research: true })
  await app.advance(0)
  const run = (await seller.call('GET', `/v1/listings/${id}/research`)).body
  assert.notEqual(run.status, 'running')
  return { run, listing: (await seller.call('GET', `/v1/listings/${id}`)).body }
}

type Run = { steps: { name: string; status: string; note: string | null }[] }

/** Formats research steps with one line per step, for example `listings done: 3 found`. */
export const steps = ({ steps: all }: Run): string[] =>
  all.map(({ name, status, note }) => (note === null ? `${name} ${status}` : `${name} ${status}: ${note}`))
