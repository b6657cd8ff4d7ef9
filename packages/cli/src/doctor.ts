import { stat } from 'node:fs/promises'
import { type Account, ApiError } from '@resale/sdk'
import type { Command } from 'commander'
import { explained, Failure } from './failures.ts'
import { styled } from './output.ts'
import { clientOf, keyOf, withoutKey, type Run } from './run.ts'
import { settingsFile } from './settings.ts'

type Finding = { check: string; state: 'good' | 'note' | 'wrong'; text: string }

const COLOURS = { good: 'green', note: 'yellow', wrong: 'red' } as const
/** Largest tolerated clock difference in seconds. If the difference is larger, webhook receivers reject events as too old. */
const CLOCK_SECONDS = 300

export function doctorCommand(program: Command): void {
  program.command('doctor').description('check the connection between this machine and the service').action(withoutKey(doctor))
}

async function doctor(run: Run): Promise<void> {
  const findings = [await settings(run), ...(await service(run))]
  if (keyOf(run)) findings.push(...(await account(run)))
  else findings.push({ check: 'key', state: 'wrong', text: `none for ${run.baseUrl}; sign in with: resale login` })
  run.out.table(findings, {
    state: ({ state }) => (run.out.json ? state : styled(COLOURS[state], state)),
    check: ({ check }) => check,
    what: ({ text }) => text,
  })
  const wrong = findings.filter(({ state }) => state === 'wrong').length
  if (wrong > 0) throw new Failure(wrong === 1 ? '1 problem found.' : `${wrong} problems found.`)
}

async function settings({ env }: Run): Promise<Finding> {
  const file = settingsFile(env)
  const found = await stat(file).catch(() => null)
  if (!found) return { check: 'settings', state: 'note', text: `none at ${file}` }
  const isOpen = process.platform !== 'win32' && (found.mode & 0o077) !== 0
  return isOpen
    ? { check: 'settings', state: 'wrong', text: `${file} is readable by others; run: chmod 600 ${file}` }
    : { check: 'settings', state: 'good', text: file }
}

async function service(run: Run): Promise<Finding[]> {
  let date: string | null = null
  const listen: typeof fetch = async (...given) => {
    const response = await fetch(...given)
    date = response.headers.get('date')
    return response
  }
  try {
    await clientOf(run, '', listen).market.search({ limit: 1 })
  } catch (error) {
    return [{ check: 'service', state: 'wrong', text: explained(error).message ?? 'no response' }]
  }
  const good: Finding = { check: 'service', state: 'good', text: `responds at ${run.baseUrl}` }
  return date === null ? [good] : [good, clock((Date.now() - Date.parse(date)) / 1000)]
}

function clock(seconds: number): Finding {
  const text = `this machine’s clock is ${Math.abs(Math.round(seconds))} s ${seconds < 0 ? 'behind' : 'ahead of'} the service’s`
  return { check: 'clock', state: Math.abs(seconds) < CLOCK_SECONDS ? 'good' : 'wrong', text }
}

async function account(run: Run): Promise<Finding[]> {
  const resale = clientOf(run)
  let me: Account
  try {
    me = await resale.me.get({ retries: 0 })
  } catch (error) {
    return [{ check: 'key', state: 'wrong', text: explained(error).message ?? 'refused' }]
  }
  const { data: helpers } = await resale.helpers.list()
  const off = helpers.filter(({ state }) => state !== 'full').map((helper) => `${helper.name} ${helper.state}`)
  return [
    { check: 'key', state: 'good', text: `${me.name}’s key of kind ${me.key.kind}: ${me.key.scopes.join(', ')}` },
    { check: 'shops', state: me.shops.length > 0 ? 'good' : 'note', text: me.shops.map(({ slug }) => slug).join(', ') || 'none yet' },
    usage(me),
    { check: 'helpers', state: off.length > 0 ? 'note' : 'good', text: off.join(', ') || 'all available' },
    await webhook(resale),
  ]
}

const usage = ({ usage: { requests, limit } }: Account): Finding => ({
  check: 'requests',
  state: requests < limit * 0.9 ? 'good' : requests < limit ? 'note' : 'wrong',
  text: `${requests} of ${limit} this month`,
})

async function webhook(resale: ReturnType<typeof clientOf>): Promise<Finding> {
  try {
    const { url, enabled, last_delivery } = await resale.webhooks.get()
    if (url === null) return { check: 'webhook', state: 'note', text: 'none; try one with: resale listen --forward http://localhost:4000' }
    if (!enabled) return { check: 'webhook', state: 'wrong', text: `${url} is turned off` }
    return last_delivery?.error
      ? { check: 'webhook', state: 'wrong', text: `${url}: ${last_delivery.error}` }
      : { check: 'webhook', state: 'good', text: url }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { check: 'webhook', state: 'note', text: error.message }
  }
}
