import { spawn } from 'node:child_process'
import { EXIT, Failure } from './failures.ts'

/**
 * Returns `url` if it is an http or https URL, and throws otherwise. The service supplies the URL, so no other scheme may reach the
 * browser.
 */
export function checked(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new Failure(`${url} is not the address of a page.`, EXIT.failed)
  return new URL(url).href
}

/** Opens the URL with the operating system's opener, without using a shell. */
export function openInBrowser(url: string): void {
  const [program, ...before]: [string, ...string[]] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open']
  // when no opener exists, the user can open the printed URL
  spawn(program, [...before, url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}
