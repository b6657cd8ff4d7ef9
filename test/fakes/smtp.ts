import { createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export type Delivered = { from: string; to: string[]; raw: string; user: string | null }

/**
 * Starts a mail server on loopback that speaks SMTP (RFC 5321) with AUTH PLAIN and stores accepted emails. `answers` replaces the reply to
 * a command, for example the reply to `RCPT` by `550 no such user`. With null, the server sends no reply.
 */
export async function startSmtp({ port = 0 }: { port?: number } = {}) {
  const delivered: Delivered[] = []
  const commands: string[] = []
  const answers = new Map<string, string | null>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    talk(socket).catch(() => socket.destroy())
  })

  async function talk(socket: Socket): Promise<void> {
    const say = (line: string) => socket.write(`${line}\r\n`)
    let mail: Delivered = { from: '', to: [], raw: '', user: null }
    let user: string | null = null
    let data: string[] | null = null
    if (answers.has('CONNECT') && answers.get('CONNECT') === null) return
    say('220 mail.test ESMTP')
    for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
      if (data !== null) {
        if (line !== '.') {
          data.push(line.startsWith('.') ? line.slice(1) : line)
          continue
        }
        const refusal = answers.get('DONE')
        if (refusal === undefined) delivered.push({ ...mail, user, raw: data.join('\r\n') })
        data = null
        mail = { from: '', to: [], raw: '', user: null }
        say(refusal ?? '250 taken')
        continue
      }
      commands.push(line)
      const verb = line.split(' ', 1)[0]!.toUpperCase()
      const set = answers.get(verb)
      if (set === null) return
      if (set !== undefined) say(set)
      else if (verb === 'EHLO') say('250-mail.test\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 AUTH PLAIN')
      else if (verb === 'AUTH') {
        user =
          Buffer.from(line.split(' ')[2] ?? '', 'base64')
            .toString()
            .split('\0')[1] ?? null
        say('235 welcome')
      } else if (verb === 'MAIL') {
        mail = { ...mail, from: /<([^>]*)>/.exec(line)![1]! }
        say('250 go on')
      } else if (verb === 'RCPT') {
        mail.to.push(/<([^>]*)>/.exec(line)![1]!)
        say('250 go on')
      } else if (verb === 'DATA') {
        data = []
        say('354 end with a dot')
      } else if (verb === 'QUIT') {
        say('221 bye')
        socket.end()
      } else say('250 go on')
    }
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const at = (server.address() as AddressInfo).port
  return {
    port: at,
    url: `smtp://127.0.0.1:${at}`,
    delivered,
    /** All command lines that the server received. Excludes the message between DATA and its final dot. */
    commands,
    answers,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
