// `npm run new:migration -- what_it_does` and `npm run new:feature -- name`: the files that each of them begins with.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { answerHelp } from './help.ts'

answerHelp(import.meta.filename)

const root = fileURLToPath(new URL('..', import.meta.url))
const WINGS = ['people', 'market', 'selling', 'deal', 'helpers']
const [kind, name = ''] = process.argv.slice(2)

const MAKE = {
  migration() {
    if (!/^[a-z][a-z0-9_]*$/.test(name)) fail('Say what it does, in small letters: npm run new:migration -- listings_gain_a_colour')
    const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
    return { [`db/migrations/${time}_${name}.sql`]: '-- What changes, and why. It runs on a database that is full and in use.\n' }
  },
  feature() {
    const [wing, noun = ''] = name.split('/')
    if (!WINGS.includes(wing) || !/^[a-z][a-z-]*$/.test(noun))
      fail(`Give it its wing and the plural of its noun: npm run new:feature -- deal/coupons (wings: ${WINGS.join(', ')})`)
    const folder = `src/${name}`
    return {
      [`${folder}/schema.ts`]: `// The shapes of ${noun} in requests and answers.\n`,
      [`${folder}/queries.ts`]: `// The only SQL of ${noun}, named by intent.\n`,
      [`${folder}/present.ts`]: `// What leaves the service of ${noun}, field by field.\n`,
      [`${folder}/index.ts`]: `// The verbs of ${noun}: (ctx, actor, subject, input), in that order.\n`,
      [`${folder}/routes.ts`]: `// The endpoints of ${noun}. List them in src/api/index.ts.\n`,
      [`${folder}/${noun}.test.ts`]: `// Promises about ${noun}: right, wrong, without a key, not yours, conflict.\n`,
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
