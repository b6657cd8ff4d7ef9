import assert from 'node:assert/strict'
import { listing, type Rule, type Scene } from '#test/law/world.ts'

const TEXT = { question: 'Does it shrink in the wash?', answer: 'No.' }

/** Access rules for public questions. */
export const QUESTIONS_ROWS: Record<string, Rule> = {
  listPublicQuestions: {
    may: 'optional',
    request: async (scene) => {
      const { listing: id } = await published(scene)
      return { path: `/market/listings/${id}/questions` }
    },
  },
  listQuestions: { may: 'read', request: async (scene) => ({ path: `/listings/${(await published(scene)).listing}/questions` }) },
  createQuestion: {
    may: 'listings',
    approval: 'messages.send',
    request: async (scene) => ({ path: `/listings/${await listing(scene)}/questions`, json: TEXT }),
  },
  changeQuestion: {
    may: 'listings',
    approval: 'messages.send',
    request: async (scene) => ({ path: await pathOf(scene), json: { answer: 'Not at all.' } }),
  },
  deleteQuestion: { may: 'listings', approval: 'listings.delete', request: async (scene) => ({ path: await pathOf(scene) }) },
}

async function published(scene: Scene): Promise<{ listing: string; id: string }> {
  const id = await listing(scene, 'live')
  const { status, body } = await scene.app.call('POST', `/v1/listings/${id}/questions`, { key: scene.owner.key, json: TEXT })
  assert.equal(status, 201, JSON.stringify(body))
  return { listing: id, id: body.id }
}

async function pathOf(scene: Scene): Promise<string> {
  const { listing: of, id } = await published(scene)
  return `/listings/${of}/questions/${id}`
}
