import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/test-databases.ts'
import { startTestServer } from '../support/test-server.ts'

/** The files that the client serves unchanged; `npm run video` writes the product film there. */
const open = fileURLToPath(new URL('../../../client/public', import.meta.url))
const fileOf = (name: string): string => join(open, 'video', name)
const codes = ['en', 'ja'] as const
const types = { webm: 'video/webm', mp4: 'video/mp4', vtt: 'text/vtt', jpg: 'image/jpeg' } as const
type Ending = keyof typeof types

/** The reading speed of captions in a language, in characters per second. */
const readable = { en: 20, ja: 9 } as const
const largest = 6_000_000

interface Cue {
  readonly from: number
  readonly to: number
  readonly line: string
}

const secondsOf = (stamp: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = stamp.split(':').map(Number)
  return hours * 3_600 + minutes * 60 + seconds
}

/** Every cue is two lines, its times and its text: anything else in the file fails. */
function cuesOf(code: (typeof codes)[number]): Cue[] {
  const [head, ...blocks] = readFileSync(fileOf(`product.${code}.vtt`), 'utf8')
    .trimEnd()
    .split('\n\n')
  expect(head).toBe('WEBVTT')
  return blocks.map((block) => {
    const timed = /^(\d\d:\d\d:\d\d\.\d{3}) --> (\d\d:\d\d:\d\d\.\d{3})\n(.+)$/.exec(block)
    const [, from = '', to = '', line = ''] = timed ?? []
    expect(timed, block).not.toBeNull()
    return { from: secondsOf(from), to: secondsOf(to), line }
  })
}

/** The length of an MP4 by its header, which precedes the frames, so that it can play at once. */
function lengthOf(mp4: Buffer): number {
  const header = mp4.indexOf('mvhd')
  expect(header).toBeGreaterThan(0)
  expect(header).toBeLessThan(mp4.indexOf('mdat'))
  return mp4.readUInt32BE(header + 20) / mp4.readUInt32BE(header + 16)
}

test.each(codes)('the film in %s is a minute long and at most 6 MB', (code) => {
  for (const ending of Object.keys(types)) {
    const { size } = statSync(fileOf(`product.${code}.${ending}`))
    expect(size, ending).toBeGreaterThan(500)
    expect(size, ending).toBeLessThanOrEqual(largest)
  }
  const mp4 = readFileSync(fileOf(`product.${code}.mp4`))
  expect(lengthOf(mp4)).toBeGreaterThanOrEqual(50)
  expect(lengthOf(mp4)).toBeLessThanOrEqual(70)
  expect(mp4.includes('soun')).toBe(false)
})

test.each(codes)('the captions in %s are in order, within the film, and long enough to be read', (code) => {
  const cues = cuesOf(code)
  const length = lengthOf(readFileSync(fileOf(`product.${code}.mp4`)))
  expect(cues.length).toBeGreaterThan(10)
  let last = 0
  for (const { from, to, line } of cues) {
    expect(from).toBeGreaterThanOrEqual(last)
    expect(to).toBeGreaterThan(from)
    expect(line.length / (to - from), line).toBeLessThanOrEqual(readable[code])
    last = to
  }
  expect(last).toBeLessThanOrEqual(length)
})

test('both films have the same number of cues', () => {
  expect(cuesOf('ja')).toHaveLength(cuesOf('en').length)
})

test('a film is served with its type, whole and in parts, so that a player can seek', async () => {
  const clientFolder = temporaryFolder()
  cpSync(open, clientFolder, { recursive: true })
  writeFileSync(join(clientFolder, 'index.html'), '<title>Aitai</title>')
  const desk = await startTestServer({ firms: ['Alder'], brokers: ['Hinoki'], clientFolder })

  for (const [ending, type] of Object.entries(types) as [Ending, string][]) {
    const file = readFileSync(fileOf(`product.en.${ending}`))
    const whole = await fetch(`${desk.url}/video/product.en.${ending}`)
    expect(whole.headers.get('content-type')).toMatch(new RegExp(`^${type}`))
    expect(Buffer.from(await whole.arrayBuffer()).equals(file)).toBe(true)
  }
  for (const ending of ['webm', 'mp4'] as const) {
    const file = readFileSync(fileOf(`product.ja.${ending}`))
    const part = await fetch(`${desk.url}/video/product.ja.${ending}`, {
      headers: { range: 'bytes=1000-1999' },
    })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 1000-1999/${file.length}`)
    expect(Buffer.from(await part.arrayBuffer()).equals(file.subarray(1_000, 2_000))).toBe(true)
  }
  expect((await fetch(`${desk.url}/video/product.fr.webm`)).status).toBe(404)
})
