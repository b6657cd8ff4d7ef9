import type { Context } from '#context.ts'

/** Whether an order on a listing is neither completed nor undone (completions 4, relist; 11, delete). */
export async function hasUnfinishedOrder(_ctx: Context, _listingId: string): Promise<boolean> {
  return false
}

/** For whom a listing is kept: the buyer of its unfinished order, or of its active hold. Null when it is free. */
export async function reservedFor(_ctx: Context, _listingId: string): Promise<{ buyerId: string; by: 'order' | 'hold' } | null> {
  return null
}
