import type { BlockRow } from '#messaging/blocks/index.ts'

/** Builds the API view of a block. It contains only the person's public name and, if the account blocked the owner of a shop, the shop. */
export const presentBlock = (row: Omit<BlockRow, 'account_id' | 'blocked_id' | 'shop_id'>) => ({
  object: 'block' as const,
  name: row.name,
  shop: row.shop_slug === null || row.shop_name === null ? null : { slug: row.shop_slug, name: row.shop_name },
  thread: row.thread_id,
  order: row.order_id,
  created_at: row.created_at.toISOString(),
})
