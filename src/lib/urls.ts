/** The addresses that the service writes, always from settings and never from a Host header. */
export type Urls = {
  shop(slug: string): string
  listing(shopSlug: string, link: string): string
  /** A listing that was never published has no link yet: its page is found by id, for its owner. */
  draft(id: string): string
  edit(id: string): string
  media(key: string): string
  approval(id: string): string
  /** The page of what a search finds; what is not set is left out. */
  search(filter: { q?: string | null; category?: string | null; price?: string; offers?: boolean }): string
}

export function createUrls({ publicUrl, storeDomain }: { publicUrl: string; storeDomain: string }): Urls {
  const scheme = new URL(publicUrl).protocol
  const shop = (slug: string) => `${scheme}//${slug}.${storeDomain}`
  return {
    shop,
    listing: (slug, link) => `${shop(slug)}/${link}`,
    draft: (id) => `${publicUrl}/listings/${id}`,
    edit: (id) => `${publicUrl}/app/listings/${id}`,
    media: (key) => `${publicUrl}/media/${key}`,
    approval: (id) => `${publicUrl}/app/approvals/${id}`,
    search: ({ q, category, price = 'any', offers = false }) => {
      const set = { ...(q && { q }), ...(category && { category }), ...(price !== 'any' && { price }), ...(offers && { offers: 'true' }) }
      return `${publicUrl}/search?${new URLSearchParams(set).toString()}`
    },
  }
}
