import { likeEarlier } from '#test/likers.ts'
import { listing, newSlug, type Rule, type Scene } from '#test/law/world.ts'

/** Access rules for invitations. The seller sends and withdraws invitations; the invited people accept and decline them. */
export const INVITATIONS_ROWS: Record<string, Rule> = {
  inviteLikers: {
    may: 'offers',
    approval: 'offers.invite',
    request: async (scene) => ({ path: `/listings/${await liked(scene)}/invitations`, json: { amount: 4.5 } }),
  },
  listInvitations: { may: 'read', request: async () => ({ path: '/invitations' }) },
  takeInvitation: {
    may: 'buying',
    approval: 'buying.pay',
    request: async (scene) => ({ path: `/invitations/${await received(scene)}/take`, json: {} }),
  },
  declineInvitation: { may: 'buying', request: async (scene) => ({ path: `/invitations/${await received(scene)}/decline` }) },
  withdrawInvitation: {
    may: 'offers',
    request: async ({ app, owner, ...scene }) => {
      const json = { amount: 4.5 }
      const { body } = await app.call('POST', `/v1/listings/${await liked({ app, owner, ...scene })}/invitations`, { key: owner.key, json })
      return { path: `/invitations/${body.id}/withdraw` }
    },
  },
}

/** Creates one of the owner's listings, with a like from a different user. */
async function liked(scene: Scene): Promise<string> {
  const id = await listing(scene, 'live')
  await likeEarlier(scene.app, await scene.app.signUp('Liker'), id)
  return id
}

/** Returns an invitation to the owner from a different seller. */
async function received({ app, owner }: Scene): Promise<string> {
  const { key } = await app.signUp('Seller')
  const slug = newSlug()
  await app.call('POST', '/v1/shops', { key, json: { name: 'Law', slug } })
  const { body } = await app.call('POST', '/v1/listings', { key, json: { shop: slug, title: 'Lamp', price: 100, publish: true } })
  await likeEarlier(app, owner, body.id)
  return (await app.call('POST', `/v1/listings/${body.id}/invitations`, { key, json: { amount: 90 } })).body.id
}
