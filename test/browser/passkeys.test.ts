import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { codeOf } from '#test/factors.ts'
import { pageFaults, shoot } from './checks.ts'
import { slack } from '#test/machine.ts'
import { addAuthenticator, inBrowser, stageForFile } from './stage.ts'

const stage = await stageForFile({ DEMO: 'off' })

type Visit = { context: BrowserContext; page: Page; email: string; password: string; id: string }

async function atSettings(javaScriptEnabled: boolean): Promise<Visit> {
  const { app } = stage
  const { email, password, cookie, id } = await app.signUp('Ana')
  const [name, value] = cookie.split('=')
  const context = await stage.visitor({ javaScriptEnabled })
  await context.addCookies([{ name: name!, value: value!, domain: 'resale.localhost', path: '/', httpOnly: true, sameSite: 'Lax' }])
  const page = await context.newPage()
  await page.goto(stage.at('/you/settings'))
  return { context, page, email, password, id }
}

async function signIn({ context, page, email, password }: Visit): Promise<void> {
  await context.clearCookies()
  await page.goto(stage.at('/sign-in?return=%2Fyou'))
  await page.fill('#email', email)
  await page.fill('#password', password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/sign-in/second**')
}

const faultless = async (page: Page, name: string) => {
  assert.deepEqual(await pageFaults(page), [], name)
  await shoot(page, name)
  await page.setViewportSize({ width: 1280, height: 900 })
}

test('a passkey works as the only sign-in step, as the second step, and for confirming the user’s identity', inBrowser, async () => {
  const visit = await atSettings(true)
  const { context, page } = visit
  // the virtual authenticator would immediately confirm the passkey request from the email field (test/browser/join.test.ts)
  await context.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false')
  await addAuthenticator(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('heading', { name: 'Add a passkey' }).waitFor()
  await faultless(page, 'passkey-add')
  await page.fill('#name', 'This laptop')
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await page.getByText('We will not show these codes again').waitFor()
  await faultless(page, 'recovery-codes')
  await page.getByRole('link', { name: 'I have saved the codes' }).click()
  await page.getByRole('link', { name: 'This laptop' }).waitFor()
  await faultless(page, 'ways-in')

  await context.clearCookies()
  await page.goto(stage.at('/sign-in?return=%2Fyou%2Fsettings'))
  await faultless(page, 'sign-in')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL('**/you/settings')

  await signIn(visit)
  await faultless(page, 'second-passkey')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL('**/you')

  await page.goto(stage.at('/you/settings'))
  const { db } = stage.app.service.ctx
  await db.updateTable('sessions').set({ proved_at: null }).where('account_id', '=', visit.id).execute()
  await page.getByRole('button', { name: 'Create new codes' }).click()
  await page.getByRole('heading', { name: 'Confirm your identity' }).waitFor()
  await faultless(page, 'confirm-passkey')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('Your old codes no longer work').waitFor()

  await page.goto(stage.at('/you/settings'))
  await page.getByRole('link', { name: 'This laptop' }).click()
  await faultless(page, 'passkey')
  await page.fill('#name', 'That laptop')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByRole('link', { name: 'That laptop' }).click()
  await page.getByRole('button', { name: 'Remove passkey' }).click()
  await page.getByText('You can no longer sign in with it').waitFor()
  assert.equal(await page.getByText('None yet. Your phone, computer or password manager stores').count(), 1)
  await context.close()
})

test('without JavaScript, authenticator and recovery codes work from setup to sign-in', inBrowser, async () => {
  const visit = await atSettings(false)
  const { context, page } = visit
  await page.getByRole('button', { name: 'Set up authenticator app' }).click()
  const secret = (await page.textContent('.secret code'))!.replaceAll(' ', '')
  await page.fill('#code', '12345')
  await page.getByRole('button', { name: 'Turn on authenticator app' }).click()
  await page.locator('#code-problem').waitFor()
  assert.equal((await page.textContent('.secret code'))!.replaceAll(' ', ''), secret, 'the secret does not change after a wrong code')
  await page.fill('#code', codeOf(stage.app, secret))
  await page.getByRole('button', { name: 'Turn on authenticator app' }).click()
  const codes = (await page.textContent('.snippet pre'))!.trim().split('\n')
  assert.equal(codes.length, 10)

  await signIn(visit)
  assert.equal(await page.getByRole('button', { name: /passkey/ }).count(), 0, 'the passkey button needs scripts')
  await page.fill('#totp', codeOf(stage.app, secret, 1))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/you', { timeout: slack(5_000) }).catch(async () => assert.fail((await page.textContent('main')) ?? ''))

  await signIn(visit)
  await page.fill('#totp', '000 000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.locator('#totp-problem').waitFor()
  await page.getByText('Use a recovery code').click()
  await page.fill('#recovery_code', codes[0]!)
  await page.getByRole('button', { name: 'Use code' }).click()
  await page.waitForURL('**/you')
  await context.close()

  const scripted = await atSettings(true)
  await scripted.page.getByRole('button', { name: 'Set up authenticator app' }).click()
  await scripted.page.locator('.qr-code').waitFor()
  await faultless(scripted.page, 'app-setup')
  await scripted.context.close()
})
