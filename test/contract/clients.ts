// `npm run contract:clients`: generates clients from the OpenAPI file with three generators. With each client, a seller's workflow and a
// buyer's workflow must compile under `strict` without a cast, and run against a service. Also lints the OpenAPI file with redocly and
// spectral, and the Arazzo flows with redocly. Reads the Bruno and Postman collections with the libraries of those tools. Also tests two
// generators for Go, if Go is installed. Needs npm's registry and Go's module proxy. Caches generators in node_modules/.cache and Go's own
// caches.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { startApp, type TestApp } from '#test/app.ts'
import { answerHelp } from '#bin/help.ts'

answerHelp(import.meta.filename)

const TOOLS = {
  'openapi-typescript': '7.13.0',
  'openapi-fetch': '0.17.0',
  '@hey-api/openapi-ts': '0.99.0',
  orval: '8.38.0',
  typescript: '5.9.3',
  '@redocly/cli': '2.77.0',
  '@stoplight/spectral-cli': '6.16.3',
  '@usebruno/schema': '0.29.0',
  'postman-collection': '5.3.1',
}
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const FILE = join(ROOT, 'docs/api/openapi.json')
const CACHE = join(ROOT, 'node_modules/.cache/contract-clients')
const run = async (command: string, args: readonly string[], cwd = CACHE): Promise<string> => {
  try {
    return (await promisify(execFile)(command, args, { cwd, maxBuffer: 64_000_000 })).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${command} ${args.join(' ')}\n${stdout.slice(-4_000)}\n${stderr.slice(-2_000)}`, { cause: error })
  }
}
const tool = (name: string, ...args: string[]): Promise<string> => run(join(CACHE, 'node_modules/.bin', name), args)

const CLIENTS: Readonly<Record<string, (out: string, site: string) => Promise<unknown>>> = {
  'openapi-typescript': (out) => tool('openapi-typescript', FILE, '-o', join(out, 'schema.d.ts')),
  'hey-api': (out) => tool('openapi-ts', '-i', FILE, '-o', out, '-c', '@hey-api/client-fetch'),
  async orval(out, site) {
    const output = { target: join(out, 'api.ts'), client: 'fetch', baseUrl: `${site}/v1` }
    const config = join(CACHE, 'orval.config.mjs')
    await writeFile(config, `export default ${JSON.stringify({ api: { input: { target: FILE }, output } })}\n`)
    await tool('orval', '--config', config)
  },
}

/** Client generators for Go, and the modules that their output imports. */
const GO = {
  'oapi-codegen': {
    generator: 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2',
    needs: 'github.com/oapi-codegen/runtime v1.8.0',
    package: 'oapi',
    options: (out: string) => ['-generate', 'types,client', '-package', 'oapi', '-o', join(out, 'oapi.go'), FILE],
  },
  ogen: {
    generator: 'github.com/ogen-go/ogen/cmd/ogen@v1.24.0',
    needs: 'github.com/ogen-go/ogen v1.24.0',
    package: 'ogen',
    options: (out: string) => ['--config', join(CACHE, 'ogen.yml'), '--target', out, '--package', 'ogen', '--clean', FOR_OGEN],
  },
} as const
/** Makes ogen skip unsupported forms, and use the JSON bodies of their operations instead. */
const OGEN = `generator:
  ignore_not_implemented: ["nested arrays in form parameters", "nested objects in form parameters"]
  features:
    disable_all: true
    enable: ["paths/client"]
`
/**
 * The copy of the OpenAPI file for ogen. It omits forms with a property of type `object`, because the code that ogen generates for them
 * does not compile.
 */
const FOR_OGEN = join(CACHE, 'openapi-for-ogen.json')

type Schema = { $ref?: string; type?: unknown; properties?: Record<string, Schema> }
type Document = { paths: Record<string, Record<string, { requestBody?: { content?: Record<string, { schema: Schema }> } }>> }

/** Returns the OpenAPI document without forms that have a property of type `object`. Their operations also accept JSON. */
function withoutNestedForms(text: string): string {
  const document = JSON.parse(text) as Document & { components: { schemas: Record<string, Schema> } }
  const resolve = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : resolve(document.components.schemas[schema.$ref.split('/').at(-1)!]!)
  for (const operations of Object.values(document.paths))
    for (const { requestBody } of Object.values(operations)) {
      const form = requestBody?.content?.['application/x-www-form-urlencoded']
      const fields = form ? Object.values(resolve(form.schema).properties ?? {}) : []
      if (fields.some((field) => resolve(field).type === 'object')) delete requestBody!.content!['application/x-www-form-urlencoded']
    }
  return JSON.stringify(document)
}
const STRICT = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'esnext']

const stops: (() => Promise<void>)[] = []
try {
  await mkdir(CACHE, { recursive: true })
  await writeFile(join(CACHE, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies: TOOLS }))
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'])
  const linted = JSON.parse(await tool('redocly', 'lint', '--extends=recommended', '--format=json', FILE)) as { totals: object }
  assert.deepEqual(linted.totals, { errors: 0, warnings: 0, ignored: 0 })
  const flows = join(ROOT, 'docs/api/arazzo.json')
  const letter = JSON.parse(await tool('redocly', 'lint', '--extends=recommended-strict', '--format=json', flows)) as { totals: object }
  assert.deepEqual(letter.totals, { errors: 0, warnings: 0, ignored: 0 })
  await writeFile(join(CACHE, '.spectral.yaml'), 'extends: ["spectral:oas"]\n')
  await tool('spectral', 'lint', '--fail-severity=hint', '-r', join(CACHE, '.spectral.yaml'), FILE)
  console.log('redocly and spectral report nothing.')
  await collectionsAreTaken()

  const app = await startApp({ after: (stop) => stops.push(stop) })
  for (const [name, generate] of Object.entries(CLIENTS)) {
    const folder = join(CACHE, name)
    await rm(folder, { recursive: true, force: true })
    await mkdir(join(folder, 'generated'), { recursive: true })
    await generate(join(folder, 'generated'), app.programsUrl)
    const life = join(folder, 'life.ts')
    await copyFile(join(ROOT, `test/contract/clients/${name}.ts.txt`), life)
    await tool('tsc', ...STRICT, '--moduleResolution', 'bundler', '--lib', 'es2023,dom,dom.iterable', life)
    await build({
      entryPoints: [life],
      outfile: join(folder, 'life.mjs'),
      bundle: true,
      format: 'esm',
      platform: 'node',
      logLevel: 'error',
    })
    const { live } = (await import(pathToFileURL(join(folder, 'life.mjs')).href)) as { live: (...args: string[]) => Promise<number> }
    const [seller, buyer] = [await app.signUp('Nina'), await app.signUp('Ben')]
    assert.equal(await live(app.programsUrl, seller.key, buyer.key, `clients-${name}`), 50)
    console.log(`${name}: a sale of $50, by its types alone.`)
  }
  if (spawnSync('go', ['version']).status !== 0) console.log(`${Object.keys(GO).join(' and ')} were LEFT OUT: there is no go here.`)
  else for (const name of Object.keys(GO) as (keyof typeof GO)[]) await goSells(app, name)
} finally {
  for (const stop of stops.toReversed()) await stop()
}

async function goSells(app: TestApp, name: keyof typeof GO): Promise<void> {
  const { generator, needs, package: inside, options } = GO[name]
  const folder = join(CACHE, `go-${name}`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, inside), { recursive: true })
  await writeFile(join(folder, 'go.mod'), `module clients.test/life\n\ngo 1.25\n\nrequire ${needs}\n`)
  await writeFile(join(CACHE, 'ogen.yml'), OGEN)
  await writeFile(FOR_OGEN, withoutNestedForms(await readFile(FILE, 'utf8')))
  await copyFile(join(ROOT, `test/contract/clients/${name}.go.txt`), join(folder, 'main.go'))
  await run('go', ['run', generator, ...options(join(folder, inside))])
  await run('go', ['mod', 'tidy'], folder)
  await run('go', ['build', '-buildvcs=false', '-o', 'life', '.'], folder)
  const [seller, buyer] = [await app.signUp('Nina'), await app.signUp('Ben')]
  const sum = await run(join(folder, 'life'), [app.programsUrl, seller.key, buyer.key, `clients-go-${inside}`])
  assert.equal(sum.trim(), '50')
  console.log(`${name}: a sale of $50, compiled by Go.`)
}

/** Checks that Bruno's schema accepts the Bruno collection, and that Postman's library can read the Postman collection. */
async function collectionsAreTaken(): Promise<void> {
  const load = createRequire(join(CACHE, 'package.json'))
  const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(ROOT, `docs/api/${name}.json`), 'utf8'))
  const { collectionSchema } = load('@usebruno/schema') as { collectionSchema: { validate(value: unknown): Promise<unknown> } }
  await collectionSchema.validate(await read('bruno'))
  const { Collection } = load('postman-collection') as {
    Collection: new (value: unknown) => { forEachItem(each: (item: { request: { url: { toString(): string } } }) => void): void }
  }
  const urls: string[] = []
  new Collection(await read('postman')).forEachItem(({ request }) => urls.push(request.url.toString()))
  assert.ok(urls.length > 90 && urls.every((url) => url.startsWith('{{base_url}}/')), `${urls.length} requests`)
  console.log(`Bruno takes its collection, and Postman reads ${urls.length} requests.`)
}
