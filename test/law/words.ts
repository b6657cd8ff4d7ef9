import { listing, type Rule, type Scene } from '#test/law/world.ts'

export const WORDS_ROWS: Record<string, Rule> = {
  writeWords: {
    may: 'listings',
    request: async (scene) => ({ path: `/listings/${await listing(scene)}/words`, json: { tone: 'Friendly' } }),
  },
  listTakes: { may: 'read', request: async (scene) => ({ path: `/listings/${await listing(scene)}/words` }) },
  useTake: {
    may: 'listings',
    request: async (scene) => {
      const id = await listing(scene)
      return { path: `/listings/${id}/words/${await take(scene, id)}/use` }
    },
  },
  sendChat: { may: 'listings', request: async (scene) => ({ path: `/listings/${await listing(scene)}/chat`, json: { message: 'Hello' } }) },
  listChat: { may: 'read', request: async (scene) => ({ path: `/listings/${await listing(scene)}/chat` }) },
}

async function take({ app }: Scene, listingId: string): Promise<string> {
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
