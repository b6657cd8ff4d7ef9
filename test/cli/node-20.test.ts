import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { buildProgram, terminal } from './resale.ts'

const app = await startApp({ after })
const program = await buildProgram({ after })

/** Features of Node that version 20 does not have. The test deletes them, so a program that uses any of them fails. */
const LATER = [
  ...['Promise.withResolvers', 'Promise.try', 'Array.fromAsync', 'Object.groupBy', 'Map.groupBy', 'RegExp.escape'],
  ...['union', 'intersection', 'difference', 'isSubsetOf'].map((name) => `Set.prototype.${name}`),
  ...['map', 'filter', 'take', 'toArray', 'flatMap', 'some', 'find'].map((name) => `Iterator.prototype.${name}`),
]
const AS_NODE_20 = `--import=data:text/javascript,${encodeURIComponent(`${LATER.map((name) => `delete ${name}`).join(';')};delete globalThis.Iterator`)}`
const node20 = ['/usr/bin/node', '/usr/local/bin/node'].find(
  (path) => existsSync(path) && execFileSync(path, ['--version'], { encoding: 'utf8' }).startsWith('v20.'),
)

const HELLO = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a test', version: '1' } },
})}\n`

for (const [what, node, options] of [
  ['without APIs newer than Node 20', process.execPath, AS_NODE_20],
  ['on an installed Node 20', node20, ''],
] as const)
  test(
    `resale relays MCP and reports the signed-in user ${what}`,
    { skip: node === undefined && 'this machine has no Node 20' },
    async (t) => {
      const ana = await app.signUp('Ana')
      const { env, folder } = await terminal(t, program, { RESALE_URL: app.programsUrl, RESALE_KEY: ana.key, NODE_OPTIONS: options })
      const run = async (input: string, ...words: string[]) => {
        const child = spawn(node!, [program, ...words], { cwd: folder, env })
        let [stdout, stderr] = ['', '']
        child.stdout.on('data', (bytes: Buffer) => (stdout += bytes.toString()))
        child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()))
        child.stdin.end(input)
        const code = await new Promise((resolve) => child.once('close', resolve))
        return { code, stdout, stderr }
      }
      const mcp = await run(HELLO, 'mcp')
      assert.equal(mcp.code, 0, mcp.stderr)
      assert.equal(JSON.parse(mcp.stdout).result.protocolVersion, '2025-06-18')
      const who = await run('', 'whoami')
      assert.match(who.stdout, /^Ana </, who.stderr)
      const doctor = await run('', 'doctor')
      assert.equal(doctor.code, 0, doctor.stderr)
      assert.ok(!doctor.stdout.includes('\u001B'), 'no colours in a pipe')
    },
  )
