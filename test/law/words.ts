import { listing, type Row, type World } from '#test/law/world.ts'

export const WORDS_LAW: Record<string, Row> = {
  writeWords: {
    method: 'POST',
    at: '/listings/{id}/words',
    may: 'listings',
    request: async (world) => ({ path: `/listings/${await listing(world)}/words`, json: { tone: 'Friendly' } }),
  },
  listTakes: {
    method: 'GET',
    at: '/listings/{id}/words',
    may: 'read',
    request: async (world) => ({ path: `/listings/${await listing(world)}/words` }),
  },
  useTake: {
    method: 'POST',
    at: '/listings/{id}/words/{take}/use',
    may: 'listings',
    request: async (world) => {
      const id = await listing(world)
      return { path: `/listings/${id}/words/${await take(world, id)}/use` }
    },
  },
  sendChat: {
    method: 'POST',
    at: '/listings/{id}/chat',
    may: 'listings',
    request: async (world) => ({ path: `/listings/${await listing(world)}/chat`, json: { message: 'Hello' } }),
  },
  listChat: {
    method: 'GET',
    at: '/listings/{id}/chat',
    may: 'read',
    request: async (world) => ({ path: `/listings/${await listing(world)}/chat` }),
  },
}

async function take({ app }: World, listingId: string): Promise<string> {
  const { ctx } = app.service
  const id = ctx.newId('tak')
  await ctx.db
    .insertInto('words_takes')
    .values({
      id,
      listing_id: listingId,
      tone: 'Friendly',
      instruction: 'take',
      title: 'A lamp',
      one_liner: 'It glows.',
      description: 'A lamp that glows.',
      teaser: 'Glows',
      created_at: ctx.now(),
    })
    .execute()
  return id
}
