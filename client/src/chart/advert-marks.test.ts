import type { AdvertEvent } from '@aitai/contract/schemas/history.ts'
import { outcomes } from '@aitai/engine/model/locate.ts'
import { expect, test } from 'vitest'
import { marksOf, stackedMarks } from './advert-marks.ts'

test('a locate that ends without an agreement has paused the IOI, unless it was withdrawn', () => {
  const ended = outcomes.map((outcome): AdvertEvent => ({ at: 1, type: 'LOCATE_ENDED', outcome }))

  expect(
    ended.filter((event) => marksOf([event])[0]?.kind === 'paused').map(({ outcome }) => outcome),
  ).toEqual(outcomes.filter((outcome) => outcome !== 'WITHDRAWN'))
  expect(marksOf([{ at: 1, type: 'LOCATE_ENDED', outcome: 'WITHDRAWN' }])).toEqual([])
})

test('marks that would cover each other stand on each other', () => {
  const marks = [0, 5, 9, 30, 41, 60].map((at) => ({ kind: 'sent', at }) as const)

  expect(stackedMarks(marks, ({ at }) => at).map(({ level }) => level)).toEqual([0, 1, 2, 0, 1, 0])
})
