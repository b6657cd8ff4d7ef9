import { spawn } from 'node:child_process'
import { EXIT, Failure } from './failures.ts'

/**
 * Returns `url` if it is an http or https URL, and throws otherwise. The URL comes from the service, so this check prevents the browser
 * from opening other schemes.
 */
export function checked(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new Failure(`${url} is not the address of a page.`, EXIT.failed)
  return new URL(url).href
}

/** Opens the URL in the default browser without using a shell. */
export function openInBrowser(url: string): void {
  const [program, ...before]: [string, ...string[]] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open']
  // if the system has no command to open a browser, the user can open the printed URL
  spawn(program, [...before, url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}
