// Generates parts of the SDK from docs/api/openapi.json: `src/contract.ts` (records and bodies, by openapi-typescript), `src/resources.ts`
// (the calls as types) and `src/routes.ts` (the calls as a table). Also bundles the SDK and its types into one file each for the
// documentation. With --check, only reports whether the files are current.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import ts from 'typescript'
import { callsOf, resourcesText, routesText, type Contract } from './generate/calls.ts'
import { typesInOneFile } from './generate/declarations.ts'
import { trimmed } from './generate/trim.ts'

const contract = JSON.parse(await readFile(new URL('../../docs/api/openapi.json', import.meta.url), 'utf8')) as Contract
const FILE_INPUT = ts.factory.createTypeReferenceNode('FileInput')

const nodes = await openapiTS(trimmed(contract) as unknown as OpenAPI3, {
  // a request may omit a field that has a default
  defaultNonNullable: false,
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
  transform: (schema) => (schema.format === 'binary' ? FILE_INPUT : undefined),
  inject: `/** Content of a file. The SDK reads a stream to its end first. Use a \`File\` to send a name and a type. */
export type FileInput = Blob | ReadableStream<Uint8Array> | Uint8Array | ArrayBuffer`,
})
/** Returns true for the generated `paths` type, an index of calls by path that nothing here uses. */
const isPaths = (node: ts.Node): boolean =>
  (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) && ['paths', 'webhooks', '$defs'].includes(node.name.text)
const HEAD = '// Written by packages/sdk/generate.ts from docs/api/openapi.json: npm run generate.\n'
const calls = callsOf(contract)
const files = {
  'src/contract.ts': `${HEAD}${astToString(nodes.filter((node) => !isPaths(node)))}`,
  'src/resources.ts': `${HEAD}${resourcesText(calls, contract)}`,
  'src/routes.ts': `${HEAD}${routesText(calls)}`,
}

for (const [name, text] of Object.entries(files)) await writeOutput(name, text)
await writeOutput('../../docs/examples/resale.mjs', await inOneFile())
await writeOutput('../../docs/examples/resale.d.mts', typesInOneFile())

/** Bundles the SDK into one file, for users who copy it instead of installing the package. */
async function inOneFile(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(new URL('../..', import.meta.url)),
    entryPoints: ['packages/sdk/src/index.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    banner: { js: '// The SDK of the resale marketplace in one file: Node 20 or newer, Deno, Bun, workers, browsers. Nothing to install.' },
  })
  return outputFiles[0]!.text.replaceAll(/^\/\/ packages\/sdk\/src\/.*\n/gm, '')
}

async function writeOutput(name: string, text: string): Promise<void> {
  const file = new URL(name, import.meta.url)
  if (!process.argv.includes('--check')) await writeFile(file, text)
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error(`packages/sdk/${name} does not match docs/api/openapi.json. Run: npm run generate`)
    process.exitCode = 1
  }
}
