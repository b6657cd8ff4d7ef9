/** The addresses that the service writes, always from settings and never from a Host header. */
export type Urls = {
  shop(slug: string): string
  listing(shopSlug: string, link: string): string
  /** A listing that was never published has no link yet: its page is found by id, for its owner. */
  draft(id: string): string
  edit(id: string): string
  media(key: string): string
  approval(id: string): string
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
  }
}
