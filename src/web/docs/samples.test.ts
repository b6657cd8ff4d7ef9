import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { cp, readdir, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { ENDPOINTS } from '#api/index.ts'
import { openApiDocument } from '#platform/http/openapi.ts'
import { recordedExamples } from '#platform/http/openapi/recorded.ts'
import { folderOfReader } from '#test/docs-blocks.ts'
import { lifetime } from '#test/lifetime.ts'
import { readReference, type Operation } from './operations.ts'
import { samplesOf } from './samples.ts'
import { sentBy } from './sample-call.ts'
import { startLocalServer, type LocalServer } from '#test/local-server.ts'

const EXAMPLES = recordedExamples()
const about = { version: '1', publicUrl: 'https://resale.test', examples: EXAMPLES }
const { operations } = readReference(JSON.parse(JSON.stringify(openApiDocument(ENDPOINTS, about))), EXAMPLES, () => [])

type Came = { method: string; path: string; query: [string, string][]; who: string; body: unknown }

/**
 * Runs the code samples for every operation against a server that replays the recorded responses. Each request that the server receives
 * must equal the recorded request. `test/contract/examples.test.ts` checks that the real service returns the same responses.
 */
describe('code samples in the API reference', () => {
  const life = lifetime()
  let server: LocalServer
  let folder: string
  let baseUrl: string
  let came: Came[] = []

  before(async () => {
    folder = await folderOfReader(life)
    await writeFile(join(folder, 'front.jpg'), 'a picture')
    await writeFile(join(folder, 'listings.csv'), 'title,price\nLamp,58\n')
    server = await startLocalServer(undefined, (request, response) => {
      const answer = async () => {
        came.push(await noted(request))
        const [, named] = /^\/of\/(\w+)/.exec(request.url!) ?? []
        const operation = operations.find(({ id }) => id === named)!
        const [status, body] = Object.entries(EXAMPLES[operation.id]?.answers ?? {})[0] ?? ['200', {}]
        const { answers } = sentBy(operation, baseUrl)
        response.writeHead(Number(status), { 'content-type': TYPES[answers] }).end(answers === 'json' ? JSON.stringify(body) : 'a,b')
      }
      answer().catch((error: Error) => response.destroy(error))
    })
    baseUrl = `${server.url}/of/{id}/v1`
  })
  after(() => server.stop())

  /** Returns a different base URL for each operation, which shows the server which response to send. */
  const baseOf = ({ id }: Operation): string => baseUrl.replace('{id}', id)
  const env = () => ({ PATH: process.env['PATH'], HOME: folder, KEY: 'rsk_of_the_reader', SESSION: 'the-session' })
  const textOf = (operation: Operation, name: string): string =>
    samplesOf(operation, baseOf(operation)).find((one) => one.name === name)!.text

  function requireAll(): void {
    assert.equal(came.length, operations.length)
    for (const [at, operation] of operations.entries()) assert.deepEqual(came[at], expectedCall(operation, baseOf(operation)), operation.id)
    came = []
  }

  test('the curl samples send the recorded requests', async () => {
    const script = operations.map((operation) =>
      textOf(operation, 'curl').replace('curl ', 'curl -sS --fail-with-body -o /dev/null ').replace('-o answer.bin', ''),
    )
    await promisify(execFile)('bash', ['-e', '-c', script.join('\n')], { cwd: folder, env: env() })
    requireAll()
  })

  test('the Python samples use only the standard library, and send the recorded requests', async (t) => {
    if (!hasPython()) return t.diagnostic('python3 is missing: its samples were left out')
    for (const [at, operation] of operations.entries()) await writeFile(join(folder, `${number(at)}.py`), textOf(operation, 'Python'))
    const run = 'import runpy, glob\nfor name in sorted(glob.glob("[0-9]*.py")): runpy.run_path(name)'
    await promisify(execFile)('python3', ['-c', run], { cwd: folder, env: env(), maxBuffer: 1 << 26 })
    requireAll()
  })

  test('the TypeScript samples pass the type check, and send the recorded requests with the SDK', async () => {
    for (const [at, operation] of operations.entries()) await writeFile(join(folder, `${number(at)}.ts`), textOf(operation, 'TypeScript'))
    const names = (await readdir(folder)).filter((name) => /^\d+\.ts$/.test(name)).toSorted()
    await writeFile(join(folder, 'all.mjs'), `for (const name of ${JSON.stringify(names)}) await import('./' + name)`)
    await promisify(execFile)(process.execPath, ['all.mjs'], { cwd: folder, env: env(), maxBuffer: 1 << 26 })
    requireAll()
    await typed(folder)
  })
})

const TYPES = { json: 'application/json', text: 'text/csv', file: 'application/octet-stream' } as const

const number = (at: number): string => String(at).padStart(4, '0')

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'])
    return true
  } catch {
    return false
  }
}

/** Type-checks all samples in one run, with the SDK file and types that the documentation offers for download. */
async function typed(folder: string): Promise<void> {
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  for (const file of ['resale.mjs', 'resale.d.mts']) await cp(join(root, 'docs/examples', file), join(folder, file))
  const compilerOptions = {
    ...{
      target: 'es2023',
      module: 'nodenext',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
    },
    ...{ strict: true, noEmit: true, skipLibCheck: false, allowImportingTsExtensions: true, moduleDetection: 'force' },
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['0*.ts'] }))
  const tsc = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url))
  const { stdout } = await promisify(execFile)(tsc, ['-p', folder]).catch((error: { stdout: string }) => error)
  assert.equal(stdout, '')
}

async function noted(request: IncomingMessage): Promise<Came> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { pathname, searchParams } = new URL(request.url!, 'http://here')
  const { authorization, cookie, origin } = request.headers
  return {
    method: request.method!,
    path: pathname,
    query: [...searchParams],
    who: [authorization ?? '', cookie ?? '', request.method === 'GET' ? '' : (origin ?? '')].join('|'),
    body: bodyOf(request.headers['content-type'] ?? '', Buffer.concat(chunks).toString()),
  }
}

/** Normalizes a request body, so that bodies from samples in different languages are comparable. */
function bodyOf(type: string, text: string): unknown {
  if (text === '') return null
  if (type.startsWith('application/json')) return JSON.parse(text)
  const field = /name="(\w+)"; filename="[^"]+"/.exec(text)?.[1]
  return text.includes('a picture') ? `a picture as ${field}` : text.includes('Lamp,58') ? 'the table' : text
}

function expectedCall(operation: Operation, baseUrl: string): Came {
  const { method, access } = operation
  const { address, body } = sentBy(operation, baseUrl)
  const { origin, pathname, searchParams } = new URL(address)
  const session = access === 'session'
  return {
    method,
    path: pathname,
    query: [...searchParams],
    who: [
      access === 'key' ? 'Bearer rsk_of_the_reader' : '',
      session ? 'session=the-session' : '',
      session && method !== 'GET' ? origin : '',
    ].join('|'),
    body:
      body.kind === 'json' ? body.value : body.kind === 'csv' ? 'the table' : body.kind === 'file' ? `a picture as ${body.field}` : null,
  }
}
