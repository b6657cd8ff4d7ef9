import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { ProviderError, type ProviderReason } from '#platform/providers/error.ts'
import { startVendors } from '#test/fakes/vendors.ts'
import type { Trouble } from '#test/fakes/provider.ts'
import { createEmbedder } from './embedder.ts'
import { createModel } from './sdk.ts'
import type { ModelSettings } from './vendors.ts'

const vendors = await startVendors({ after })
const settings = (kind: ModelSettings['kind'], path: string): ModelSettings => {
  const common = { apiKey: 'fake-key', baseUrl: `${vendors.url}${path}`, embeddingName: null }
  return kind === 'compatible' ? { kind, name: 'm', ...common } : { kind, name: null, ...common }
}
/** For each vendor: settings with the base path, the path of a call, and a string that occurs only in requests that require an object. */
const VENDORS = [
  [settings('openai', '/v1'), '/v1/responses', '"json_schema"'],
  [settings('anthropic', '/v1'), '/v1/messages', '"schema"'],
  [settings('google', '/v1beta'), '/v1beta/models/gemini-3.8-flash:generateContent', '"responseJsonSchema"'],
  [settings('compatible', '/v1'), '/v1/chat/completions', '"json_schema"'],
] as const

const Facts = z.object({ name: z.string(), brand: z.string().nullable() })
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47])
const REQUEST = {
  instructions: 'Name what you see.',
  parts: [
    { kind: 'text', text: 'a shoe' },
    { kind: 'image', bytes: PNG, type: 'image/png' },
  ],
} as const

const TROUBLES: [Trouble, ProviderReason][] = [
  ['unauthorised', 'refused'],
  ['rate_limited', 'rate_limited'],
  ['error_500', 'unavailable'],
  ['error_in_200', 'bad_answer'],
  ['non_json', 'bad_answer'],
  ['slow', 'timeout'],
  ['oversize', 'too_large'],
  ['redirect', 'unavailable'],
]

const failsWith = (reason: ProviderReason) => (error: unknown) => {
  assert.ok(error instanceof ProviderError, String(error))
  assert.equal(error.reason, reason)
  assert.doesNotMatch(`${error.message} ${JSON.stringify(error)} ${String((error.cause as Error).stack)}`, /Something of|a shoe|fake-key/)
  return true
}

for (const [vendor, path, marker] of VENDORS) {
  const model = await createModel(vendor, { maxRetries: 0, maxBytes: 2 ** 19 })
  describe(vendor.kind, () => {
    const signal = (trouble?: Trouble) => AbortSignal.timeout(trouble === 'slow' ? 300 : 5_000)
    beforeEach(() => {
      vendors.meet()
      vendors.reply = '{"name":"Dunk","brand":null}'
      vendors.requests.length = 0
    })

    test('from text and an image, the model returns an object that matches the schema, and the token usage', async () => {
      const { value, used } = await model.object({ ...REQUEST, schema: Facts }, signal())
      assert.deepEqual(
        [value, used],
        [
          { name: 'Dunk', brand: null },
          { inputTokens: 11, outputTokens: 7 },
        ],
      )
      const { path: requestPath, body } = vendors.requests[0]!
      assert.equal(requestPath, path)
      for (const shown of ['Name what you see.', 'a shoe', Buffer.from(PNG).toString('base64'), marker])
        assert.ok(body.includes(shown), shown)
    })

    test('a request to the model returns its text', async () => {
      vendors.reply = 'Hello.'
      assert.deepEqual((await model.text(REQUEST, signal())).text, 'Hello.')
    })

    for (const reply of ['', '{"name":"Dunk"}', '{"name":5,"brand":null}', 'Sure! {name:', '[]'])
      test(`rejects the model’s answer ${JSON.stringify(reply)}`, async () => {
        vendors.reply = reply
        await assert.rejects(model.object({ ...REQUEST, schema: Facts }, signal()), failsWith('bad_answer'))
      })

    for (const [trouble, reason] of TROUBLES)
      test(`a request to the model fails with ${reason} for ${trouble}, and follows no redirect`, async () => {
        vendors.meet(trouble)
        await assert.rejects(model.object({ ...REQUEST, schema: Facts }, signal(trouble)), failsWith(reason))
        assert.equal(
          vendors.requests.some(({ path: requestPath }) => requestPath === '/elsewhere'),
          false,
        )
      })
  })
}

test('after a 429, a request to the model is retried once, no earlier than Retry-After allows', async () => {
  const model = await createModel(settings('compatible', '/v1'))
  vendors.reply = 'Hello.'
  vendors.meet('rate_limited')
  const started = performance.now()
  assert.equal((await model.text(REQUEST, AbortSignal.timeout(5_000))).text, 'Hello.')
  assert.ok(performance.now() - started >= 990)
})

for (const [vendor] of VENDORS.filter(([{ kind }]) => kind !== 'anthropic')) {
  const embedder = await createEmbedder(vendor, 'e', { maxRetries: 0, maxBytes: 2 ** 19 })
  describe(`embeddings from ${vendor.kind}`, () => {
    const signal = (trouble?: Trouble) => AbortSignal.timeout(trouble === 'slow' ? 300 : 5_000)

    test('the model returns one embedding per string', async () => {
      assert.deepEqual(await embedder.many(['a', 'b'], signal()), [
        [0.5, 0.25],
        [0.5, 0.25],
      ])
    })

    for (const [trouble, reason] of TROUBLES)
      test(`creating embeddings fails with ${reason} for ${trouble}`, async () => {
        vendors.meet(trouble)
        await assert.rejects(embedder.many(['a', 'b'], signal(trouble)), failsWith(reason))
      })
  })
}
