import { z } from 'zod'
import { PublicListing } from '#features/market/schema.ts'
import { Store } from '#features/stores/schema.ts'
import { listOf, paging } from '#lib/http/fields.ts'

export const LikeParams = z.object({ id: z.string() })
export const FollowParams = z.object({ slug: z.string() })
export const Page = z.object(paging())

export const Like = z.object({ object: z.literal('like'), listing: z.string(), liked: z.boolean() }).meta({ id: 'Like' })
export const Follow = z.object({ object: z.literal('follow'), store: z.string(), following: z.boolean() }).meta({ id: 'Follow' })
export const LikeList = listOf(PublicListing)
export const FollowList = listOf(Store)
