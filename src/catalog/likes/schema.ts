import { z } from 'zod'
import { PublicListing } from '#catalog/browse/schema.ts'
import { Store } from '#catalog/stores/schema.ts'
import { listOf, paging } from '#platform/http/fields.ts'
import { id, idParams, kind, shopSlug } from '#platform/http/record-fields.ts'

export const LikeParams = idParams('listing')
export const FollowParams = z.object({ slug: shopSlug() })
export const Page = z.object(paging())

export const Like = z
  .object({ object: kind('like'), listing: id('listing'), liked: z.boolean().describe('Whether you like the listing now.') })
  .meta({ id: 'Like' })
export const Follow = z
  .object({ object: kind('follow'), store: shopSlug(), following: z.boolean().describe('Whether you follow the store now.') })
  .meta({ id: 'Follow' })
export const LikeList = listOf(PublicListing)
export const FollowList = listOf(Store)
