import type { Core } from '#platform/context/index.ts'
import { minorUnits } from '#ucp/rules.ts'
import { isInStock, presentDetail } from '#catalog/browse/present.ts'
import type { Detail } from '#catalog/browse/index.ts'

/**
 * Converts a listing to a product in the Agentic Commerce Protocol (release 2026-04-17, feed). The product has a single variant, which has
 * the product's id.
 */
export function feedProduct(ctx: Core, detail: Detail) {
  const { id, title, url, photos, price, category, seller, one_liner, description } = presentDetail(ctx, detail)
  const common = {
    id,
    title,
    description: { plain: description.join('\n') || one_liner || title },
    url,
    media: photos.map((photo) => ({ type: photo.video ? 'video' : 'image', url: photo.url, ...(photo.video ? {} : { alt_text: title }) })),
  }
  return {
    ...common,
    variants: [
      {
        ...common,
        price: { amount: minorUnits(price), currency: 'USD' },
        availability: isInStock(ctx, detail) ? { available: true, status: 'in_stock' } : { available: false, status: 'out_of_stock' },
        ...(category === null ? {} : { categories: [{ value: category, taxonomy: 'merchant' }] }),
        condition: ['secondhand'],
        seller: { name: seller.name, links: [{ type: 'shop', title: detail.shop.name, url: `${ctx.urls.shop(detail.shop.slug)}/` }] },
        marketplace: {
          name: new URL(ctx.config.publicUrl).hostname,
          links: [{ type: 'terms_of_service', title: 'Terms', url: `${ctx.config.publicUrl}/terms` }],
        },
      },
    ],
  }
}
