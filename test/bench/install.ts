import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { testFolder } from '#test/cluster.ts'
import { atMost, numberOf, type Report } from './goals.ts'
import { copyTree, firstPage } from './start.ts'

/**
 * The two commands of the README in a copy of this tree: how long and how large `npm ci` is, with npm's own cache filled by the
 * first of two, and the first page after it. Only where it is asked for, since it needs npm's registry, or a cache that was filled from it.
 */
export async function benchInstall(): Promise<Report> {
  const folder = testFolder('resale-install-')
  // npm's own, without the folders of tools that `npm run` puts first: they would lend it a Node
  const path = process.env['PATH']!.split(':').filter((each) => !each.includes('node_modules'))
  const sh = (command: string) =>
    execFileSync('sh', ['-c', command], { cwd: folder, env: { HOME: process.env['HOME'], PATH: path.join(':') } })
  const install = (words: string) => {
    const began = performance.now()
    sh(`npm ci ${words}`)
    return { seconds: (performance.now() - began) / 1000, mb: Number.parseInt(sh('du -sm node_modules').toString(), 10) }
  }
  try {
    copyTree(folder)
    install('')
    const [service, all] = [install('--omit=dev'), install('')]
    const ms = await firstPage(folder)
    return {
      rows: [],
      notes: [
        `\`npm ci\`: ${numberOf(all.seconds)} s, ${all.mb} MB; with \`--omit=dev\` ${numberOf(service.seconds)} s, ${service.mb} MB.`,
      ],
      goals: [
        atMost('P11 `npm ci`', all.seconds, 15, ' s'),
        atMost('P11 `npm ci`, node_modules', all.mb, 250, ' MB'),
        atMost('P11 `npm ci --omit=dev`, node_modules', service.mb, 250, ' MB'),
        atMost('P11 first start after it to the first page', ms, 4_000, ' ms'),
      ],
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
