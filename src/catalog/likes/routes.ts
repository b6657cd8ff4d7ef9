import { presentCard } from '#catalog/browse/present.ts'
import { presentStore } from '#catalog/stores/present.ts'
import { buys, endpointsOf, ok, reads } from '#platform/http/endpoint.ts'
import { pageOf } from '#platform/http/fields.ts'
import { Follow, FollowList, FollowParams, Like, LikeList, LikeParams, Page } from './schema.ts'
import * as likes from './index.ts'

const endpoint = endpointsOf('Marketplace')
// the scope `buying` also permits reading likes, and any key can read follows (spec: completions 11)

export const likeEndpoints = [
  endpoint({
    id: 'likeListing',
    method: 'PUT',
    path: '/market/listings/{id}/like',
    effects: [],
    access: buys,
    accepts: [],
    summary: 'Like a listing',
    description: 'Repeating the call changes nothing.',
    params: LikeParams,
    answers: { 200: Like },
    handle: async (ctx, actor, { params }) => {
      await likes.like(ctx, actor, params.id)
      return ok({ object: 'like', listing: params.id, liked: true })
    },
  }),
  endpoint({
    id: 'unlikeListing',
    method: 'DELETE',
    path: '/market/listings/{id}/like',
    effects: [],
    access: buys,
    accepts: [],
    summary: 'Unlike a listing',
    params: LikeParams,
    answers: { 200: Like },
    handle: async (ctx, actor, { params }) => {
      await likes.unlike(ctx, actor, params.id)
      return ok({ object: 'like', listing: params.id, liked: false })
    },
  }),
  endpoint({
    id: 'followStore',
    method: 'PUT',
    path: '/market/stores/{slug}/follow',
    effects: [],
    access: buys,
    accepts: [],
    summary: 'Follow a store',
    description: 'Repeating the call changes nothing.',
    params: FollowParams,
    answers: { 200: Follow },
    handle: async (ctx, actor, { params }) => ok({ object: 'follow', store: await likes.follow(ctx, actor, params.slug), following: true }),
  }),
  endpoint({
    id: 'unfollowStore',
    method: 'DELETE',
    path: '/market/stores/{slug}/follow',
    effects: [],
    access: buys,
    accepts: [],
    summary: 'Stop following a store',
    params: FollowParams,
    answers: { 200: Follow },
    handle: async (ctx, actor, { params }) =>
      ok({ object: 'follow', store: await likes.unfollow(ctx, actor, params.slug), following: false }),
  }),
  endpoint({
    id: 'listLikes',
    method: 'GET',
    path: '/likes',
    access: buys,
    summary: 'List the listings that you like, most recently liked first',
    query: Page,
    answers: { 200: LikeList },
    handle: async (ctx, actor, { query }) => ok(pageOf(await likes.listLikes(ctx, actor, query), query, (card) => presentCard(ctx, card))),
  }),
  endpoint({
    id: 'listFollows',
    method: 'GET',
    path: '/follows',
    access: reads,
    summary: 'List the stores that you follow, most recently followed first',
    query: Page,
    answers: { 200: FollowList },
    handle: async (ctx, actor, { query }) => ok(pageOf(await likes.listFollows(ctx, actor, query), query, presentStore)),
  }),
]
