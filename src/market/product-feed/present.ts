import type { Context } from '#platform/context.ts'
import { minorUnits } from '#domain/ucp.ts'
import { paragraphs } from '#domain/text.ts'
import { presentCard } from '#market/browse/present.ts'
import type { Detail } from '#market/browse/index.ts'

/** A listing as a product of the Agentic Commerce Protocol (release 2026-04-17, feed), with its only variant. Both have its id. */
export function feedProduct(ctx: Context, detail: Detail) {
  const row = detail.listing
  const { id, title, url, photo, price, category, seller, one_liner } = presentCard(ctx, detail)
  const description = { plain: paragraphs(row.description).join('\n') || one_liner || title }
  const media = photo === null ? [] : [{ type: 'image', url: photo, alt_text: title }]
  const shop = { type: 'shop', title: row.shop_name, url: `${ctx.urls.shop(row.shop_slug)}/` }
  const common = { id, title, description, url, media }
  return {
    ...common,
    variants: [
      {
        ...common,
        price: { amount: minorUnits(price), currency: 'USD' },
        availability: { available: true, status: 'in_stock' },
        ...(category === null ? {} : { categories: [{ value: category, taxonomy: 'merchant' }] }),
        condition: ['secondhand'],
        seller: { name: seller.name, links: [shop] },
        marketplace: {
          name: new URL(ctx.config.publicUrl).hostname,
          links: [{ type: 'terms_of_service', title: 'Terms', url: `${ctx.config.publicUrl}/terms` }],
        },
      },
    ],
  }
}
