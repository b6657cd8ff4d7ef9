/** One run of an npm script: its arguments and the expected result. */
export type Case = {
  words?: readonly string[]
  env?: Readonly<Record<string, string>>
  input?: string
  /** Expected exit code. Default: 0. */
  code?: number
  /** Pattern that the combined output of stdout and stderr must match. */
  output: RegExp
  /** The script runs in a copy of package.json and bin, because it writes to the project. */
  copy?: true
  /** For a script that runs until it is stopped: the test sends SIGTERM when the output matches `output`. */
  stop?: true
}

/** Email address of an account that exists in the scripts' database. */
export const EMAIL = 'ana@example.test'
/** Placeholder in arguments, which is replaced by the path of a folder that all cases share. */
export const FOLDER = '{folder}'

const PUBLIC = { PUBLIC_URL: 'https://market.example', STORE_DOMAIN: 'shops.example' }
/** Runs a script with `--help`, which loads all imports of the script (or lists its tests) and prints its head comment. */
const help = (output: RegExp): Case[] => [{ words: ['--help'], output }]

/** Fast runs of every script in package.json, in the same order. test/house/commands.test.ts fails if a script has no run here. */
export const QUICK: Readonly<Record<string, readonly Case[]>> = {
  postinstall: [{ copy: true, output: /^$/ }],
  check: help(/house rules/),
  test: help(/ci\.ts long/),
  'test:long': help(/ci\.ts long/),
  'test:nightly': help(/ci\.ts nightly/),
  'test:all': help(/fresh clone/),
  'test:one': [...help(/test files to run/), { words: ['--help', 'test/house/decisions.test.ts'], output: /decisions\.test\.ts/ }],
  'test:changed': help(/uncommitted changes/),
  generate: help(/every generated file/),
  setup: help(/ci\.ts setup/),
  'cli:build': [{ words: [`${FOLDER}/cli`], output: /^$/ }],
  'new:feature': [
    { copy: true, words: ['commerce/coupons'], output: /src\/commerce\/coupons\/routes\.ts/ },
    { copy: true, words: ['coupons'], code: 1, output: /plural of the resource/ },
  ],
  'new:migration': [
    { copy: true, words: ['listings_gain_a_colour'], output: /db\/migrations\/\d{14}_listings_gain_a_colour\.sql/ },
    { copy: true, words: ['Listings'], code: 1, output: /in lower case/ },
  ],
  operator: [
    ...help(/npm run operator -- grant/),
    { words: ['grant', EMAIL], output: /^Ana is now an operator: sign in and open \S+\/operator\n$/ },
    { words: ['grant', EMAIL], env: PUBLIC, output: /second factor: .*market\.example\/you\/settings/ },
    { words: ['revoke', EMAIL], output: /^Ana is no longer an operator\.\n$/ },
    { words: ['grant', 'nobody@example.test'], code: 1, output: /No account has the email nobody@example\.test/ },
    { code: 1, output: /npm run operator -- grant you@example\.com/ },
  ],
  doctor: [{ output: /ok +Database[^]*Ready: npm start/ }, ...help(/npm run doctor/)],
  migrate: [{ output: /^No migration is pending\.\n$/ }, ...help(/npm run migrate/)],
  release: help(/npm run release -- --dry/),
  backup: [
    { words: ['--to', `${FOLDER}/backups`], output: /\d+ rows/ },
    { words: ['--to', `${FOLDER}/backups`, '--list'], output: /^\d{8}T\d{6}Z-\w+\n$/ },
    ...help(/npm run backup/),
  ],
  audit: [{ output: /All data rules hold/ }, ...help(/bin\/audit\.sql/)],
  tour: help(/guided sale/),
  'sample-photo': [{ copy: true, output: /^$/ }],
  examples: help(/docs\/api\/examples\.json/),
  'contract:clients': help(/three generators/),
  'contract:mcp': help(/conformance suite/),
  'contract:ucp': help(/conformance suite/),
  'contract:stripe': help(/Needs go/),
  'contract:proxies': help(/nginx forwards uploads/),
  'contract:deploy': help(/deploy\//),
  'contract:pooler': help(/DATABASE_POOLER=prepared/),
  'contract:install': help(/two commands of the README/),
  'contract:search': help(/both engines return the same results/),
  'contract:backup': help(/--listings/),
  'contract:storage': help(/lists more than a thousand objects/),
  'contract:image': help(/the Dockerfile builds an image/),
  model: help(/--runs 2000/),
  explore: help(/every state of a sale/),
  mutants: help(/one defect at a time/),
  bench: help(/npm run bench/),
  herd: help(/attacks\/herd\.test\.ts/),
  scale: help(/npm run scale/),
  'chaos:webhooks': help(/long run/),
  attack: help(/attacks\/sockets\.test\.ts/),
  'attack:cost': help(/long form/),
  'test:truth': help(/truth\/prices\.test\.ts/),
  'search:quality': help(/search:quality/),
}

/** Runs that start a service or a compiler and take several seconds each. */
export const LONG: Readonly<Record<string, readonly Case[]>> = {
  start: [
    { stop: true, output: /Marketplace +http/ },
    { words: ['nothing'], code: 1, output: /Unknown role/ },
  ],
  dev: [{ stop: true, output: /Marketplace +http/ }, ...help(/npm run dev/)],
  texts: [
    { words: ['src/web/buyer/order-problem.tsx'], output: /Report problem/ },
    { words: ['src/nowhere'], code: 1, output: /No source file is below src\/nowhere/ },
    ...help(/npm run texts/),
  ],
  console: [{ input: '.exit\n', output: /The service runs at/ }, ...help(/npm run console/)],
  'sdk:build': [{ words: [`${FOLDER}/sdk`], output: /^$/ }],
  'test:one': [{ words: ['src/core/format/time.test.ts'], output: /fail 0/ }],
  backup: [{ words: ['--to', `${FOLDER}/backups`], output: /\d+ rows/ }],
  restore: [{ words: ['--from', `${FOLDER}/backups`, '--rehearse'], output: /all data rules hold/ }, ...help(/npm run restore/)],
  // Runs first, while the account used by the tests is still in the database.
  'demo:off': [
    ...help(/demo:off/),
    { code: 1, output: /1 other account would be deleted too/ },
    { words: ['--everything'], output: /The database is empty/ },
  ],
  'demo:reset': [{ words: ['--everything'], output: /demo data is recreated/ }, ...help(/demo:reset/)],
  model: [{ words: ['--runs', '2', '--lanes', '1', '--seed', '1'], output: /./ }],
}
