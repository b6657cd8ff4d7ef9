// `npm run dev` runs the service, and restarts it whenever a file in src, demo or db changes. Source maps are on, also for .tsx
// files, and the log is readable. Arguments are passed to the service: `npm run dev -- web`.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pretty from 'pino-pretty'
import { answerHelp } from './help.ts'

answerHelp(import.meta.filename)

const root = fileURLToPath(new URL('..', import.meta.url))
const watched = ['--watch', '--watch-path=src', '--watch-path=demo', '--watch-path=db', '--watch-preserve-output']
const service = spawn(process.execPath, [...watched, '--enable-source-maps', 'bin/start.js', ...process.argv.slice(2)], {
  cwd: root,
  stdio: ['inherit', 'pipe', 'inherit'],
})
service.stdout.pipe(pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', singleLine: true }))
service.on('exit', (code) => process.exit(code ?? 0))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => service.kill(signal))
