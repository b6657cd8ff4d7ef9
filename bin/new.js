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
    if (!/^[a-z][a-z0-9_]*$/.test(name)) fail('Say what it does, in small letters: npm run new:migration -- listings_gain_a_colour')
    const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
    return { [`db/migrations/${time}_${name}.sql`]: '-- What changes, and why. It runs on a database that is full and in use.\n' }
  },
  feature() {
    const [module, resource = ''] = name.split('/')
    if (!MODULES.includes(module) || !/^[a-z][a-z-]*$/.test(resource))
      fail(`Name its module and the plural of the resource: npm run new:feature -- commerce/coupons (modules: ${MODULES.join(', ')})`)
    const folder = `src/${name}`
    return {
      [`${folder}/schema.ts`]: `// The shapes of ${resource} in requests and answers.\n`,
      [`${folder}/queries.ts`]: `// The only SQL of ${resource}, named by intent.\n`,
      [`${folder}/present.ts`]: `// What leaves the service of ${resource}, field by field.\n`,
      [`${folder}/index.ts`]: `// The verbs of ${resource}: (ctx, actor, subject, input), in that order.\n`,
      [`${folder}/routes.ts`]: `// The endpoints of ${resource}. List them in src/api/index.ts.\n`,
      [`${folder}/${resource}.test.ts`]: `// Expectations of ${resource}: right, wrong, without a key, not yours, conflict.\n`,
    }
  },
}

if (!MAKE[kind]) fail(`npm run new:${Object.keys(MAKE).join(' or npm run new:')}`)
const files = MAKE[kind]()
for (const path of Object.keys(files)) if (existsSync(root + path)) fail(`${path} is there already.`)
for (const [path, text] of Object.entries(files)) {
  mkdirSync(new URL('.', `file://${root}${path}`), { recursive: true })
  writeFileSync(root + path, text)
  console.log(path)
}

function fail(words) {
  console.error(words)
  process.exit(1)
}
