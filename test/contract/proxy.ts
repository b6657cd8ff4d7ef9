import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { selfSigned } from '#test/fixtures/certificate.ts'

const DEPLOY = fileURLToPath(new URL('../../deploy', import.meta.url))
export const HOST = 'market.example'

/** Settings of all three proxies. The proxies get them as environment variables. */
export type Settings = Record<
  | 'PUBLIC_HOST'
  | 'STORE_DOMAIN'
  | 'WEB_1'
  | 'WEB_2'
  | 'HTTP_PORT'
  | 'HTTPS_PORT'
  | 'CERTIFICATE'
  | 'CERTIFICATE_KEY'
  | 'CERTIFICATE_PEM'
  | 'TLS',
  string
>
export type Proxy = { name: string; check: string[]; run: string[] }

/** For each proxy: the command that validates our configuration file, and the command that starts the proxy with it. */
export const PROXIES: Record<string, (folder: string, settings: Settings) => Proxy> = {
  nginx: (folder, settings) => {
    writeFileSync(join(folder, 'market.conf'), filledBySubst(readFileSync(join(DEPLOY, 'nginx/market.conf.template'), 'utf8'), settings))
    const temps = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')
    const main = `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; ${temps} include ${folder}/market.conf; }`
    const conf = join(folder, 'nginx.conf')
    writeFileSync(conf, main)
    return { name: 'nginx', check: ['-t', '-c', conf], run: ['-c', conf] }
  },
  haproxy: () => {
    const conf = join(DEPLOY, 'haproxy/haproxy.cfg')
    return { name: 'haproxy', check: ['-c', '-f', conf], run: ['-db', '-f', conf] }
  },
  caddy: () => {
    const conf = ['--config', join(DEPLOY, 'caddy/Caddyfile'), '--adapter', 'caddyfile']
    return { name: 'caddy', check: ['validate', ...conf], run: ['run', ...conf] }
  },
}

/**
 * Substitutes variables as `envsubst` does. If the template's own instructions pass a list of names to `envsubst`, substitutes only those
 * names; otherwise, substitutes all names.
 */
function filledBySubst(template: string, settings: Settings): string {
  const [, named] = /envsubst (?:'([^']*)' )?</.exec(template) ?? assert.fail('the template does not contain its envsubst command')
  const names = named?.match(/\w+/g)
  return template.replaceAll(/\$\{(\w+)\}|\$([a-zA-Z_]\w*)/g, (whole, braced?: string, bare?: string) => {
    const name = (braced ?? bare)!
    if (names && !names.includes(name)) return whole
    assert.ok(!names || name in settings, name)
    return settings[name as keyof Settings] ?? ''
  })
}

/**
 * Creates a certificate for the market host and all shop hosts. Returns the certificate as text, and the paths of three files: the
 * certificate, its key, and a file with both.
 */
export function certificateIn(folder: string): Pick<Settings, 'CERTIFICATE' | 'CERTIFICATE_KEY' | 'CERTIFICATE_PEM'> & { cert: string } {
  const files = {
    CERTIFICATE: join(folder, 'cert.pem'),
    CERTIFICATE_KEY: join(folder, 'key.pem'),
    CERTIFICATE_PEM: join(folder, 'both.pem'),
  }
  const { key, cert } = selfSigned(HOST, `*.${HOST}`)
  writeFileSync(files.CERTIFICATE, cert)
  writeFileSync(files.CERTIFICATE_KEY, key)
  writeFileSync(files.CERTIFICATE_PEM, cert + key)
  return { ...files, cert }
}
