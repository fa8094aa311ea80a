import { FrameImpl } from '@stomp/stompjs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type BrokenFrame,
  type Frame,
  frameBody,
  frameReader,
  type ReceivedFrames,
  writeFrame,
} from './stomp-frames.ts'

const text = fc.string({ unit: 'binary' }).filter((each) => each.isWellFormed() && !each.includes('\uFFFD'))
const headerName = fc.constantFrom('id', 'destination', 'ack', 'receipt', 'constructor')
const headers = fc.dictionary(
  headerName,
  text.map((each) => each.replaceAll('\0', '')),
)
const limit = 64 * 1024

/** The frames of a valid stream. */
function framesOf(heard: ReceivedFrames | BrokenFrame): readonly Frame[] {
  if ('broken' in heard) throw new Error(heard.broken)
  return heard.frames
}

test('written frames are read back, in pieces of any size', () => {
  const frame = fc.record({ command: fc.constantFrom('SEND', 'ACK', 'SUBSCRIBE'), headers, body: text })
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 4 }), fc.integer({ min: 1, max: 40 }), (frames, size) => {
      const read = frameReader(limit)
      const whole = frames
        .map((each) => writeFrame(each.command, each.headers, frameBody(each.body)))
        .join('\n')
      // By code point, because half a surrogate pair is not text.
      const points = [...whole]
      const pieces = Array.from({ length: Math.ceil(points.length / size) }, (_, at) =>
        points.slice(at * size, (at + 1) * size).join(''),
      )
      const seen = pieces.flatMap((piece) => framesOf(read(piece)))

      expect(seen.map(({ command }) => command)).toEqual(frames.map(({ command }) => command))
      for (const [at, { headers: read }] of seen.entries())
        expect(Object.fromEntries(read)).toMatchObject({ ...frames[at]?.headers })
    }),
  )
})

test("the specification's client reads what is written", () => {
  const written = writeFrame(
    'MESSAGE',
    { subscription: 'a:b', 'message-id': 'c\\d\ne', ack: null },
    frameBody('相対'),
  )
  const [heard] = framesOf(frameReader(limit)(written))

  expect(written).toBe('MESSAGE\nsubscription:a\\cb\nmessage-id:c\\\\d\\ne\ncontent-length:6\n\n相対\0')
  const raw = {
    command: 'MESSAGE',
    headers: [['subscription', 'a\\cb']] as [string, string][],
    binaryBody: undefined,
  }
  expect(FrameImpl.fromRawFrame(raw, true).headers).toEqual({ subscription: 'a:b' })
  expect(heard?.headers.get('message-id')).toBe('c\\d\ne')
})

test('the first of repeated headers counts', () => {
  const heard = frameReader(limit)('ACK\nid:one\nid:two\n\n\0')
  expect('frames' in heard && heard.frames[0]?.headers.get('id')).toBe('one')
})

test('the headers of CONNECT are not escaped, those of all other frames must be escaped correctly', () => {
  const connect = frameReader(limit)('CONNECT\nhost:a\\tb\n\n\0')
  expect('frames' in connect && connect.frames[0]?.headers.get('host')).toBe('a\\tb')
  expect(frameReader(limit)('ACK\nid:a\\tb\n\n\0')).toHaveProperty('broken')
  expect(frameReader(limit)('ACK\nid:a\\\n\n\0')).toHaveProperty('broken')
})

test('heart-beats are counted and, between frames, take no memory', () => {
  const read = frameReader(100)
  for (let turn = 0; turn < 50; turn += 1) expect(read('\n'.repeat(50))).toEqual({ frames: [], beats: 50 })
  expect(read('ACK\nid:1\n\n\0')).toMatchObject({ beats: 0 })
})

test('a frame may be as large as the limit, and not larger', () => {
  const of = (bytes: number): string => `SEND\n\n${'x'.repeat(bytes - 7)}\0`
  expect(frameReader(limit)(of(limit))).toHaveProperty('frames.length', 1)
  expect(frameReader(limit)(of(limit + 1))).toHaveProperty('broken')
  expect(frameReader(limit)('相'.repeat(limit / 2))).toHaveProperty('broken')
})

test('random bytes, in pieces of any size, neither throw nor are buffered beyond the limit', () => {
  const piece = fc.oneof(
    text,
    fc.constantFrom(
      '\n',
      '\0',
      'SEND\ncontent-length:99999\n\n',
      'SEND\ncontent-length:-1\n\n',
      'A\n\n\0',
      ':\n',
      '\\\n',
    ),
    fc.constant('\0\n'.repeat(40)),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const read = frameReader(256)
      let sinceFrame = 0
      for (const each of pieces) {
        const heard = read(each)
        if ('broken' in heard) return
        const bytes = Buffer.byteLength(each)
        sinceFrame = heard.frames.length > 0 ? bytes : sinceFrame + bytes - heard.beats
        expect(sinceFrame).toBeLessThanOrEqual(256)
      }
    }),
    { numRuns: 20_000 },
  )
})
