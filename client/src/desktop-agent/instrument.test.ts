import { expect, test } from 'vitest'
import { toyota } from '../../test/support/fixtures.ts'
import { equityNamedBy, instrumentOf } from './instrument.ts'

const nagoya = { ...toyota, equityId: 'nagoya', ric: '7203.N' }
const sony = { ...toyota, equityId: 'sony', ric: '6758.T', name: 'Sony Group' }
const all = [toyota, nagoya, sony]

test('other programs learn which security it is, and nothing else', () => {
  expect(instrumentOf(sony)).toEqual({
    type: 'fdc3.instrument',
    name: 'Sony Group',
    id: { RIC: '6758.T', ticker: '6758' },
  })
})

test.each([
  [{ type: 'fdc3.instrument', id: { RIC: '7203.T' } }, '7203.T'],
  [{ type: 'fdc3.instrument', id: { RIC: '7203.t', ticker: '6758' } }, '7203.T'],
  [{ type: 'fdc3.instrument', id: { ticker: '6758' } }, '6758.T'],
  // On two exchanges: which one is meant is not known.
  [{ type: 'fdc3.instrument', id: { ticker: '7203' } }, null],
  [{ type: 'fdc3.instrument', id: { RIC: 'AAPL.O', ticker: '6758' } }, null],
  [{ type: 'fdc3.instrument', id: { RIC: 7203 } }, null],
  [{ type: 'fdc3.instrument', id: null }, null],
  [{ type: 'fdc3.contact', id: { RIC: '7203.T' } }, null],
  ['7203.T', null],
  [null, null],
])('the context %j names %s', (context, ric) => {
  expect(equityNamedBy(context, all)?.ric ?? null).toBe(ric)
})
