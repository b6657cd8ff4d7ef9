// `npm run contract:mcp`: runs the official conformance suite for the Model Context Protocol against `/mcp`. The latest release of the suite
// tests the older protocol versions, and its pre-release tests the version 2026-07-28. The command also sells a lamp: the official inspector
// acts for the seller, and the official client for the buyer. The suite and the inspector are downloaded from npm and cached in
// node_modules/.cache. Most scenarios call tools, prompts and resources of an example server (`test_image_content`). This service has none
// of them, so these scenarios are counted separately. The remaining scenarios apply to any server.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startApp } from '#test/app.ts'
import { sellALamp } from '#test/mcp/inspector.ts'
import { answerHelp } from '#bin/help.ts'

answerHelp(import.meta.filename)

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/contract-mcp', import.meta.url))

/** Conformance scenarios that apply to any server, for each release of the suite. */
const SUITES: Readonly<Record<string, readonly string[]>> = {
  '0.1.16': ['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection', 'server-sse-multiple-streams'], // prettier-ignore
  '0.2.0-alpha.12': [
    'server-initialize',
    'server-session-lifecycle',
    'server-stateless',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
    'caching',
    'http-header-validation',
    'sep-2164-resource-not-found',
    'input-required-result-missing-input-response',
    'input-required-result-unsupported-methods',
    'input-required-result-ignore-extra-params',
    'input-required-result-validate-input', // prettier-ignore
  ],
}

/** Version of the MCP inspector, the official command-line client. */
const INSPECTOR = '2.12.0'

type Check = { id: string; status: string; errorMessage?: string }

const exec = promisify(execFile)
const stops: (() => Promise<void>)[] = []
try {
  const app = await startApp({ after: (stop) => stops.push(stop) })
  for (const [version, scenarios] of Object.entries(SUITES)) {
    const folder = await installed('@modelcontextprotocol/conformance', version)
    const total = { SUCCESS: 0, FAILURE: 0, other: 0, theirs: 0 }
    for (const scenario of scenarios) {
      const wrong: Check[] = []
      for (const check of await checksOf(folder, scenario, `${app.programsUrl}/mcp`)) {
        // this check needs a tool that only the suite's example server has
        if (check.errorMessage?.startsWith('Not testable')) total.theirs++
        else if (check.status === 'FAILURE') wrong.push(check)
        else total[check.status === 'SUCCESS' ? 'SUCCESS' : 'other']++
      }
      total.FAILURE += wrong.length
      assert.deepEqual(wrong, [], `${version} ${scenario}`)
    }
    console.log(`conformance ${version}: ${scenarios.length} scenarios, ${total.SUCCESS} checks passed, ${total.FAILURE} failed; ${total.other} are notes, ${total.theirs} need tools of the example server.`) // prettier-ignore
    assert.ok(total.SUCCESS >= scenarios.length - 2)
  }
  const folder = await installed('@modelcontextprotocol/inspector', INSPECTOR)
  const calls = await sellALamp(app, join(folder, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js'))
  console.log(`inspector ${INSPECTOR}: a lamp sold from its photo in ${calls} calls; neither agent passed an approval.`)
} finally {
  for (const stop of stops) await stop()
}

async function installed(name: string, version: string): Promise<string> {
  const folder = join(CACHE, `${name.split('/')[1]}-${version}`)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: { [name]: version } }))
  await exec('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder })
  return folder
}

/** Runs a scenario and returns its checks, which the suite prints as JSON between other output. */
async function checksOf(folder: string, scenario: string, url: string): Promise<Check[]> {
  const program = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
  const { stdout } = await exec(process.execPath, [program, 'server', '--url', url, '--scenario', scenario, '--verbose'], {
    cwd: folder,
    maxBuffer: 64_000_000,
  }).catch((error: { stdout: string }) => error)
  const begin = stdout.indexOf('\n[')
  const end = stdout.lastIndexOf('\n]')
  if (begin < 0 || end < begin) return []
  return JSON.parse(stdout.slice(begin, end + 2)) as Check[]
}
