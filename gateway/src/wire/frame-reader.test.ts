import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encode } from './encoding.ts'
import { checkSum, type Frame, FrameReader } from './frame-reader.ts'

const heartbeat = (seqNum: number): Buffer => encode('FIX.4.4', '0', `34=${seqNum}\x01`)
const order = encode('FIX.4.4', 'D', '34=2\x0158=8=FIX.4.4\x01')

/** Builds a message with what is given for its length and checksum. */
function framed(body: string, { length = body.length, sum = -1, begin = '8=FIX.4.4\x01' } = {}): Buffer {
  const text = Buffer.from(`${begin}9=${length}\x01${body}`)
  const right = checkSum(text, text.length)
  return Buffer.concat([text, Buffer.from(`10=${String(sum < 0 ? right : sum).padStart(3, '0')}\x01`)])
}

const read = (...chunks: (Buffer | string)[]): Frame[] => {
  const reader = new FrameReader(1_000)
  return chunks.flatMap((chunk) => reader.push(Buffer.from(chunk)))
}

const summaryOf = (frames: readonly Frame[]): string[] =>
  frames.map((frame) => {
    if (frame.type === 'message')
      return frame.bytes
        .toString()
        .replaceAll('\x01', '|')
        .replace(/^.*\|35=/, '35=')
    return frame.type === 'garbled' ? frame.reason : `${frame.length} is too long`
  })

const messagesIn = (...chunks: (Buffer | string)[]): Buffer[] =>
  read(...chunks).flatMap((frame) => (frame.type === 'message' ? [frame.bytes] : []))

test('messages are found however the connection cuts them', () => {
  const bytes = Buffer.concat([heartbeat(1), order, heartbeat(3)])
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: bytes.length })), (cuts) => {
      const ends = [...cuts.toSorted((a, b) => a - b), bytes.length]
      const chunks = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end))
      expect(messagesIn(...chunks)).toEqual([heartbeat(1), order, heartbeat(3)])
    }),
  )
})

test('a wrong checksum is ignored, and the next message is read', () => {
  expect(summaryOf(read(framed('35=0\x0134=1\x01', { sum: 7 }), heartbeat(2)))).toEqual([
    'wrong CheckSum',
    expect.stringContaining('34=2'),
  ])
})

test('a length that is too short is ignored up to the next message', () => {
  expect(messagesIn(framed('35=0\x0134=1\x01', { length: 5 }), heartbeat(2))).toEqual([heartbeat(2)])
})

test('a length that is too long swallows what it claims, then reading goes on', () => {
  const body = '35=0\x0134=1\x01'
  const tooLong = framed(body, { length: body.length + 12 })
  expect(messagesIn(tooLong, heartbeat(2), heartbeat(3))).toEqual([heartbeat(3)])
})

test('the text of a garbled message is not taken for a message', () => {
  const inner = framed('35=0\x0134=1\x01').toString()
  expect(messagesIn(framed(`35=B\x0158=${inner}`, { sum: 7 }), heartbeat(2))).toEqual([heartbeat(2)])
})

test.each([
  ['no BeginString', 'garbage\x0135=0\x01'],
  ['no BodyLength', '8=FIX.4.4\x0135=0\x019=5\x01'],
  ['a BodyLength that is no number', '8=FIX.4.4\x019=x\x0135=0\x01'],
  ['a BodyLength that is negative', '8=FIX.4.4\x019=-5\x0135=0\x01'],
  ['MsgType after another field', framed('34=1\x0135=0\x01')],
  ['an empty body', framed('')],
  ['a field before BeginString', '35=0\x01'],
])('%s is ignored, and the next message is read', (_, garbled) => {
  expect(messagesIn(garbled, heartbeat(2))).toEqual([heartbeat(2)])
})

test('a message that claims to be longer than the limit ends the reading', () => {
  expect(summaryOf(read('8=FIX.4.4\x019=10000000\x01', heartbeat(2)))).toEqual(['10000000 is too long'])
})
