import { expect, test } from 'vitest'
import { sessionConfig } from '../../test/support/test-session.ts'
import { encodeAgain, encodeFirst, encodeGapFill, toStored } from './session-encoding.ts'

const at = Date.UTC(2026, 10, 26, 0, 30)
const stored = toStored({
  seqNum: 7,
  at,
  type: '8',
  routing: [
    [128, 'DESK'],
    [50, 'SUB'],
  ],
  body: [[11, 'A1']],
  isApplication: true,
})
const text = (bytes: Buffer): string =>
  bytes
    .toString()
    .replaceAll('\x01', '|')
    .replace(/9=\d+\|/, '')
    .replace(/10=\d+\|$/, '')

test('the fields of the header are in the order of their tags', () => {
  expect(text(encodeFirst(sessionConfig, stored))).toBe(
    '8=FIX.4.4|35=8|34=7|49=AITAI|50=SUB|52=20261126-00:30:00.000|56=ALDER|128=DESK|11=A1|',
  )
})

test('what is sent again says so, and when it was first sent', () => {
  expect(text(encodeAgain(sessionConfig, stored, at + 5_000))).toBe(
    '8=FIX.4.4|35=8|34=7|43=Y|49=AITAI|50=SUB|52=20261126-00:30:05.000|56=ALDER|122=20261126-00:30:00.000|128=DESK|11=A1|',
  )
})

test('a gap fill names the number after it', () => {
  expect(text(encodeGapFill(sessionConfig, 3, 7, at))).toBe(
    '8=FIX.4.4|35=4|34=3|43=Y|49=AITAI|52=20261126-00:30:00.000|56=ALDER|122=20261126-00:30:00.000|36=7|123=Y|',
  )
})
