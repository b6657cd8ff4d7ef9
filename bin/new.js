// `npm run new:migration -- what_it_does` and `npm run new:feature -- name`: create the initial files of a migration or a feature.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { answerHelp } from './help.ts'

answerHelp(import.meta.filename)

const root = fileURLToPath(new URL('..', import.meta.url))
const MODULES = ['messaging', 'identity', 'developers', 'catalog', 'commerce', 'helpers', 'admin']
const [kind, name = ''] = process.argv.slice(2)

const MAKE = {
  migration() {
    if (!/^[a-z][a-z0-9_]*$/.test(name)) fail('Name the change in lower case: npm run new:migration -- add_colour_to_listings')
    const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
    return {
      [`db/migrations/${time}_${name}.sql`]: '-- Purpose of the change. The migration runs on a full database while it is in use.\n',
    }
  },
  feature() {
    const [module, resource = ''] = name.split('/')
    if (!MODULES.includes(module) || !/^[a-z][a-z-]*$/.test(resource))
      fail(`Name the module and the plural of the resource: npm run new:feature -- commerce/coupons (modules: ${MODULES.join(', ')})`)
    const folder = `src/${name}`
    return {
      [`${folder}/schema.ts`]: `// Request and response schemas of ${resource}.\n`,
      [`${folder}/queries.ts`]: `// All SQL of ${resource}, named by intent.\n`,
      [`${folder}/present.ts`]: `// Presents ${resource} in responses, field by field.\n`,
      [`${folder}/index.ts`]: `// Actions on ${resource}: (ctx, actor, subject, input), in that order.\n`,
      [`${folder}/routes.ts`]: `// Endpoints of ${resource}. List them in src/api/index.ts.\n`,
      [`${folder}/${resource}.test.ts`]: `// Tests of ${resource}: valid, invalid, without a key, not yours, conflict.\n`,
    }
  },
}

if (!MAKE[kind]) fail(`npm run new:${Object.keys(MAKE).join(' or npm run new:')}`)
const files = MAKE[kind]()
for (const path of Object.keys(files)) if (existsSync(root + path)) fail(`${path} already exists.`)
for (const [path, text] of Object.entries(files)) {
  mkdirSync(new URL('.', `file://${root}${path}`), { recursive: true })
  writeFileSync(root + path, text)
  console.log(path)
}

function fail(words) {
  console.error(words)
  process.exit(1)
}
