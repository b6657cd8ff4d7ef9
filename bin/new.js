// `npm run new:migration -- what_it_does` and `npm run new:feature -- name`: the files that each of them begins with.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const [kind, name = ''] = process.argv.slice(2)

const MAKE = {
  migration() {
    if (!/^[a-z][a-z0-9_]*$/.test(name)) fail('Say what it does, in small letters: npm run new:migration -- listings_gain_a_colour')
    const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
    return { [`db/migrations/${time}_${name}.sql`]: '-- What changes, and why. It runs on a database that is full and in use.\n' }
  },
  feature() {
    if (!/^[a-z][a-z-]*$/.test(name)) fail('Give it the plural of its noun: npm run new:feature -- coupons')
    const folder = `src/features/${name}`
    return {
      [`${folder}/schema.ts`]: `// The shapes of ${name} in requests and answers.\n`,
      [`${folder}/queries.ts`]: `// The only SQL of ${name}, named by intent.\n`,
      [`${folder}/present.ts`]: `// What leaves the service of ${name}, field by field.\n`,
      [`${folder}/service.ts`]: `// The verbs of ${name}: (ctx, actor, subject, input), in that order.\n`,
      [`${folder}/routes.ts`]: `// The endpoints of ${name}. List them in src/endpoints.ts.\n`,
      [`${folder}/${name}.test.ts`]: `// Promises about ${name}: right, wrong, without a key, not yours, conflict.\n`,
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
