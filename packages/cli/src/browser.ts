import { spawn } from 'node:child_process'
import { EXIT, Failure } from './failures.ts'

/** What is handed to the browser is an address of the web, whatever the service said. */
export function checked(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new Failure(`${url} is no address of a page.`, EXIT.failed)
  return new URL(url).href
}

/** By the system's own opener, without a shell. */
export function openInBrowser(url: string): void {
  const [program, ...before]: [string, ...string[]] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open']
  // a machine without an opener has the address on its screen
  spawn(program, [...before, url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}
