/**
 * The listings for one of the suite's products. The suite buys a product several times, but each listing in this market can be sold only
 * once.
 */
export type Stock = { current: string; all: string[]; renew(): Promise<void> }

/** One of the suite's products. `id` is a listing that is never sold, so signed requests can always use it. */
export type Product = {
  id: string
  shipped: Stock
  /**
   * The product for the suite's own platforms. A checkout needs no address, because these platforms do not declare the fulfillment
   * extension.
   */
  pickup: Stock
}

type Make = (shipping: number) => Promise<string>

export async function newProduct(make: Make): Promise<Product> {
  return { id: await make(5), shipped: await newStock(() => make(5)), pickup: await newStock(() => make(0)) }
}

async function newStock(make: () => Promise<string>): Promise<Stock> {
  const first = await make()
  const stock: Stock = {
    current: first,
    all: [first],
    async renew() {
      stock.current = await make()
      stock.all.push(stock.current)
    },
  }
  return stock
}

/** Replaces the ids of the suite's products with the ids of the listings that are currently for sale. */
export const toListings = (products: readonly Product[], kind: 'shipped' | 'pickup', text: string): string =>
  products.reduce((changed, product) => changed.replaceAll(product.id, product[kind].current), text)

/** Replaces the ids of listings with the ids of the products that the listings represent. */
export function toProducts(products: readonly Product[], text: string): string {
  let changed = text
  for (const { id, shipped, pickup } of products)
    for (const listing of [...shipped.all, ...pickup.all]) changed = changed.replaceAll(listing, id)
  return changed
}
