// Loads the items of a file into Medusa with its own modules, and prints the shop's key and the ids.
import { readFileSync, writeFileSync } from 'node:fs'
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils'

const BATCH = 250

// oxlint-disable-next-line import/no-default-export -- Medusa looks for it
export default async function fill({ container }) {
  const items = JSON.parse(readFileSync(process.env.THINGS, 'utf8'))
  const [products, channels, keys, pricing, link] = [
    ...[Modules.PRODUCT, Modules.SALES_CHANNEL, Modules.API_KEY, Modules.PRICING, ContainerRegistrationKeys.LINK],
  ].map((name) => container.resolve(name))
  const channel = await channels.createSalesChannels({ name: 'Bench' })
  const key = await keys.createApiKeys({ title: 'Bench', type: 'publishable', created_by: 'bench' })
  await link.create({ [Modules.API_KEY]: { publishable_key_id: key.id }, [Modules.SALES_CHANNEL]: { sales_channel_id: channel.id } })
  const ids = []
  for (let at = 0; at < items.length; at += BATCH) {
    const made = await products.createProducts(
      items.slice(at, at + BATCH).map(({ title, description }, n) => ({
        ...{ title, description, handle: `thing-${at + n}`, status: 'published', thumbnail: `/media/${at + n}.webp` },
        options: [{ title: 'Size', values: ['One'] }],
        variants: [{ title: 'One', manage_inventory: false, options: { Size: 'One' } }],
      })),
    )
    const prices = await pricing.createPriceSets(
      items.slice(at, at + BATCH).map(({ price }) => ({ prices: [{ amount: price, currency_code: 'usd' }] })),
    )
    await link.create([
      ...made.map(({ id }) => ({ [Modules.PRODUCT]: { product_id: id }, [Modules.SALES_CHANNEL]: { sales_channel_id: channel.id } })),
      ...made.map(({ variants }, n) => ({
        [Modules.PRODUCT]: { variant_id: variants[0].id },
        [Modules.PRICING]: { price_set_id: prices[n].id },
      })),
    ])
    ids.push(...made.map(({ id }) => id))
  }
  writeFileSync(process.env.MADE, JSON.stringify({ key: key.token, ids }))
}
