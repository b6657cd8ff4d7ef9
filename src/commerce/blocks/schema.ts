import { z } from 'zod'
import { listOf, paging, timestamp } from '#platform/http/fields.ts'
import { deleted, id, idParams, kind, ShopRef, shopSlug } from '#platform/http/record-fields.ts'

export const ThreadParams = idParams('thread')
export const OrderParams = idParams('order')
export const StoreParams = z.object({ slug: shopSlug() })
export const ListBlocks = z.object(paging())
export type ListBlocks = z.output<typeof ListBlocks>

/** A blocked person (spec: completions 13.3). */
export const Block = z
  .object({
    object: kind('block'),
    name: z.string().describe('Name of the blocked person.'),
    shop: ShopRef.nullable().describe('Shop of the blocked person; null if you blocked a buyer. Send its slug to unblock the person.'),
    thread: id('thread')
      .nullable()
      .describe('Id of the conversation in which you blocked the person; null if there is none. Send this id to unblock the person.'),
    order: id('order')
      .nullable()
      .describe('Id of the order in which you blocked the person; null if there is none. Send this id to unblock the person.'),
    created_at: timestamp('Time of the block, ISO 8601, UTC.'),
  })
  .meta({ id: 'Block' })
export const BlockList = listOf(Block)

/** Response to a request to unblock a person. The response is the same if there was no block. */
export const DeletedBlock = z.object({ object: kind('block'), deleted: deleted() }).meta({ id: 'DeletedBlock' })
