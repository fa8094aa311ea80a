import { advertStatuses, directions } from '@aitai/engine/model/advert.ts'
import { textIn } from '@aitai/messages/texts.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ShownAdvert } from '../adverts/shown-advert.ts'
import { formatNumber } from '../ui/format/format.ts'
import type { TextFunction } from '../ui/text/use-text.ts'
import { historyTotalLines } from './history-totals.ts'

const text = ((key: Parameters<TextFunction>[0], values?: Record<string, string>) =>
  textIn('En', key, values)) as TextFunction
const en = (key: Parameters<TextFunction>[0]): string => textIn('En', key as 'totals.net.day')

const anyAdvert: fc.Arbitrary<ShownAdvert> = fc
  .record({
    direction: fc.constantFrom(...directions),
    advertisementStatus: fc.constantFrom(...advertStatuses),
    lots: fc.integer({ min: 1, max: 500 }),
    part: fc.integer({ min: 1, max: 100 }),
    hasNoSide: fc.boolean(),
  })
  .map(({ direction, advertisementStatus, lots, part, hasNoSide }) => {
    const sizeOf = (shareQuantity: number) => ({
      shareQuantity,
      jpynotional: shareQuantity * 2_000,
      usdnotional: shareQuantity * 13,
    })
    return {
      direction,
      advertisementStatus,
      ...sizeOf(lots * 100),
      ...(advertisementStatus === 'COMPLETED'
        ? { located: sizeOf(Math.ceil((lots * part) / 100) * 100) }
        : {}),
      ...(advertisementStatus === 'UNSENT' ? { hasNoSide } : {}),
    } as ShownAdvert
  })

const isDraft = ({ advertisementStatus }: ShownAdvert): boolean => advertisementStatus === 'UNSENT'
const sharesOf = (rows: readonly { readonly shareQuantity: number }[]): string =>
  `${formatNumber(rows.reduce((sum, { shareQuantity }) => sum + shareQuantity, 0))} shares`

test('the totals of a day are of all that was sent, and what was located of it stands apart', () => {
  fc.assert(
    fc.property(fc.array(anyAdvert, { maxLength: 12 }), (all) => {
      const lines = historyTotalLines({ all, rows: all, selected: [] }, text, 'En')
      for (const side of directions) {
        const sent = all.filter((each) => each.direction === side && !isDraft(each))
        const located = sent.flatMap((each) => each.located ?? [])
        const [whole, part] = [`${side}:`, `${side},`].map((start) =>
          lines.find((line) => line.startsWith(start)),
        )
        expect(whole === undefined).toBe(sent.length === 0)
        expect(part === undefined).toBe(located.length === 0)
        if (whole) expect(whole).toContain(sharesOf(sent))
        if (part) expect(part).toContain(sharesOf(located))
      }
      expect(lines.some((line) => line.startsWith(en('totals.net.chosen')))).toBe(false)
    }),
  )
})

test('of selected or filtered rows the net is theirs, drafts with a side included', () => {
  const row = (direction: 'BUY' | 'SELL', more: Partial<ShownAdvert> = {}) =>
    ({
      direction,
      shareQuantity: 100,
      jpynotional: 200_000,
      usdnotional: 1_300,
      advertisementStatus: 'LIVE',
      ...more,
    }) as ShownAdvert
  const all = [
    row('BUY'),
    row('SELL', { jpynotional: 300_000 }),
    row('SELL', { advertisementStatus: 'UNSENT' }),
    row('BUY', { advertisementStatus: 'UNSENT', hasNoSide: true }),
  ]
  const lines = (given: Partial<Parameters<typeof historyTotalLines>[0]>) =>
    historyTotalLines({ all, rows: all, selected: [], ...given }, text, 'En')

  expect(lines({}).at(-1)).toMatch(/^Day net: SELL JPY 100,000 /)
  expect(lines({ rows: all.slice(0, 3) }).at(-1)).toMatch(/^Net of these: SELL JPY 0\.3m /)
  expect(lines({ selected: all })).toHaveLength(3)
  expect(lines({ selected: all })[0]).toMatch(/^BUY: 1 IOI /)
})
