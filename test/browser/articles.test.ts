import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { TONE_COLOURS } from '#web/look/tokens.ts'
import { faultsOnAll } from './checks.ts'
import { inBrowser, openStage, type Stage } from './stage.ts'

let stage: Stage
before(async () => {
  if (!inBrowser.skip) stage = await openStage()
})
after(() => stage?.close())

const ARTICLES = [
  '/help',
  '/safety',
  '/fees',
  '/terms',
  '/privacy',
  '/offline',
  '/docs',
  '/docs/api/createListing',
  '/docs/webhooks',
  '/docs/limits',
  '/docs/errors',
  '/docs/approvals',
  '/docs/haggling',
  '/docs/changelog',
  '/docs/mcp',
  '/docs/oauth',
]

test('help, the reference and what else is to be read have no fault in light and dark, on a phone and a desktop', inBrowser, async () =>
  assert.deepEqual(await faultsOnAll(stage, ARTICLES), []),
)

test('the styleguide has no fault in any of the five colours', inBrowser, async () => {
  const guides = Object.keys(TONE_COLOURS).map((tone, index) => ({ path: `/styleguide?tone=${tone}`, coloursOnly: index > 0 }))
  assert.deepEqual(await faultsOnAll(stage, guides), [])
})
