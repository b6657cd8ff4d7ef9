// Draws a lamp as a JPEG, for the first steps in the README: node bin/sample-photo.ts photo.jpg
import sharp from 'sharp'
import { answerHelp } from './help.ts'

answerHelp(import.meta.filename)

const LAMP = `
<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1500" viewBox="0 0 1200 1500">
  <defs>
    <linearGradient id="wall" x2="0" y2="1"><stop stop-color="#f3ead9"/><stop offset="1" stop-color="#e2d3b8"/></linearGradient>
    <linearGradient id="shade" x2="1"><stop stop-color="#f7e7b4"/><stop offset=".5" stop-color="#fff6d6"/><stop offset="1" stop-color="#e9d08a"/></linearGradient>
    <linearGradient id="oak" x2="1"><stop stop-color="#8a5a30"/><stop offset=".4" stop-color="#c08a52"/><stop offset="1" stop-color="#7a4d28"/></linearGradient>
  </defs>
  <rect width="1200" height="1500" fill="url(#wall)"/>
  <rect y="1210" width="1200" height="290" fill="#b99b73"/>
  <ellipse cx="600" cy="1245" rx="300" ry="34" fill="#0003"/>
  <path d="M420 360h360l120 400H300z" fill="url(#shade)"/>
  <path d="M300 760h600v26H300z" fill="#d8bd74"/>
  <rect x="580" y="786" width="40" height="90" fill="#b08d3c"/>
  <path d="M540 876h120c10 90 80 130 80 220 0 80-60 140-140 140s-140-60-140-140c0-90 70-130 80-220z" fill="url(#oak)"/>
  <rect x="440" y="1215" width="320" height="34" rx="12" fill="#6d4424"/>
</svg>`

const target = process.argv[2] ?? 'photo.jpg'
await sharp(Buffer.from(LAMP))
  .jpeg({ quality: 88 })
  .withExif({ IFD0: { ImageDescription: 'A lamp' } })
  .toFile(target)
