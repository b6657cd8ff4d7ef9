import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { blocksOf, checkIn, folderOfReader, type Delivery } from '#test/docs-blocks.ts'
import { startReceiver, type Received } from '#test/fakes/receiver.ts'
import { recordEvent, subscribe } from '#test/webhooks.ts'
import { lifetime } from '#test/lifetime.ts'

const page = blocksOf(await readFile(new URL('../../docs/webhooks.md', import.meta.url), 'utf8'))
/** Headings on the documentation page, one per library. The code block below each heading verifies a webhook. */
const LIBRARIES = ['Our SDK', 'stripe', 'svix', 'standardwebhooks', 'Node or Python without a library']

describe('the documented code for each webhook library verifies a real delivery', () => {
  let real: Delivery
  let folder: string
  const life = lifetime()
  before(async () => {
    folder = await folderOfReader(life, { packages: true })
    const app = await startApp(life)
    const receiver = await startReceiver(life)
    const ana = await app.signUp()
    const secret = await subscribe(app, ana.key, receiver.url)
    await recordEvent(app, ana.id)
    const [{ body, headers }] = (await receiver.until(1)) as [Received]
    real = { body, headers, secret }
  })

  for (const [at, name] of LIBRARIES.entries()) {
    test(`${name}: the documented code accepts the original delivery and rejects any change to it`, async () => {
      const block = page.find(({ heading, language }) => heading === name && language === 'js')!
      const take = await checkIn(folder, `library-${at}`, block.text)
      const event = (await take(real)) as { type: string }
      assert.equal(event.type, 'question.asked')
      const old = {
        'service-signature': real.headers['service-signature']!.replace(/t=\d+/, 't=1700000000'),
        'webhook-timestamp': '1700000000',
      }
      const changed = [
        { ...real, body: real.body.replace('still', 'Still') },
        { ...real, secret: `whsec_${'A'.repeat(32)}` },
        { ...real, headers: { ...real.headers, ...old } },
      ]
      for (const one of changed) await assert.rejects(take(one))
    })
  }
})
