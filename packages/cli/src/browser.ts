import { spawn } from 'node:child_process'
import { EXIT, Failure } from './failures.ts'

/** Returns `url` if it is an http(s) address. The service supplies it, so nothing else may reach the browser. */
export function checked(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new Failure(`${url} is not the address of a page.`, EXIT.failed)
  return new URL(url).href
}

/** Opens the address with the system's opener, without a shell. */
export function openInBrowser(url: string): void {
  const [program, ...before]: [string, ...string[]] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open']
  // without an opener, the printed address is enough
  spawn(program, [...before, url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}
