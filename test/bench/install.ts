import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { testFolder } from '#test/cluster.ts'
import { atMost, numberOf, type Report } from './goals.ts'
import { copyTree, firstPage } from './start.ts'

/**
 * Runs the README's two commands in a copy of this tree. Measures the time and size of `npm ci` with a filled npm cache, and the time to
 * the first page. Optional, because it needs npm's registry or a filled cache.
 */
export async function benchInstall(): Promise<Report> {
  const folder = testFolder('resale-install-')
  // removes the tool folders that `npm run` adds to PATH, because they contain a different Node program
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
        atMost('P11 duration of `npm ci`', all.seconds, 15, ' s'),
        atMost('P11 size of node_modules after `npm ci`', all.mb, 250, ' MB'),
        atMost('P11 size of node_modules after `npm ci --omit=dev`', service.mb, 250, ' MB'),
        atMost('P11 first start after the install until the first page', ms, 4_000, ' ms'),
      ],
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
