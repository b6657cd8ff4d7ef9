import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { ERROR_CLASSES } from '@resale/sdk'
import { ENDPOINTS } from '#api/index.ts'
import { ERROR_STATUS } from '#platform/errors/index.ts'

const PACKAGE = fileURLToPath(new URL('../../packages/sdk/', import.meta.url))
const { ROUTES } = (await import(`${PACKAGE}src/routes.ts`)) as { ROUTES: Record<string, Record<string, string>> }
const LIMIT_BYTES = 12 * 1024

const bundle = async (format: 'esm' | 'iife'): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [`${PACKAGE}src/index.ts`],
    bundle: true,
    minify: true,
    write: false,
    platform: 'neutral',
    target: 'es2022',
    globalName: 'sdk',
    format,
  })
  return outputFiles[0]!.text
}

test('the SDK is smaller than 12 KB when compressed', async (t) => {
  const size = gzipSync(await bundle('esm'), { level: 9 }).length
  t.diagnostic(`${size} bytes of ${LIMIT_BYTES}`)
  assert.ok(size < LIMIT_BYTES, `${size} bytes`)
  assert.ok(size > 2_000, 'the bundle is not empty')
})

test('the SDK has no dependencies and uses only standard web APIs', async () => {
  const { dependencies = {} } = JSON.parse(await readFile(`${PACKAGE}package.json`, 'utf8')) as { dependencies?: object }
  assert.deepEqual(dependencies, {})
  const requests: string[] = []
  const fetch = (url: string): Promise<Response> => {
    requests.push(url)
    return Promise.resolve(Response.json({ object: 'list', data: [{ id: 'lst_1' }], has_more: false }))
  }
  // The global variables in a web worker: without `process`, `Buffer` and `require`.
  const WEB = {
    fetch,
    crypto,
    URL,
    URLSearchParams,
    Headers,
    Response,
    AbortSignal,
    Blob,
    FormData,
    ReadableStream,
    TextEncoder,
    TextDecoder,
  }
  const sandbox = createContext({ ...WEB, setTimeout, clearTimeout })
  runInContext(await bundle('iife'), sandbox)
  const code = `(async () => {
    const resale = sdk.createResale({ baseUrl: 'https://market.example' })
    const seen = []
    for await (const one of resale.market.search({ q: 'lamp' })) seen.push(one.id)
    const header = await sdk.webhooks.sign('{"type":"ping"}', 'whsec_x')
    const event = await sdk.webhooks.constructEvent('{"type":"ping"}', header, 'whsec_x')
    return JSON.stringify([seen, event.type])
  })()`
  assert.equal(await runInContext(code, sandbox), '[["lst_1"],"ping"]')
  assert.deepEqual(requests, ['https://market.example/v1/market/search?q=lamp'])
})

test('the SDK has a class for every type of error', () => {
  assert.deepEqual(Object.keys(ERROR_CLASSES).toSorted(), Object.keys(ERROR_STATUS).toSorted())
  assert.equal(new Set(Object.values(ERROR_CLASSES)).size, Object.keys(ERROR_STATUS).length)
})

test('the SDK has a uniquely named method for every endpoint that accepts a key', () => {
  const calls = Object.values(ROUTES).flatMap((group) => Object.values(group).map((route) => route.split(' ', 2).join(' ')))
  const expected = ENDPOINTS.filter(({ id, access }) => {
    return id === 'createAccount' || access.who === 'person' || access.who === 'optional'
  })
  assert.ok(expected.length > 80, `${expected.length}`)
  assert.deepEqual(
    expected.filter(({ method, path }) => !calls.includes(`${method} ${path}`)).map(({ id }) => id),
    [],
  )
  assert.equal(new Set(calls).size, calls.length)
})
