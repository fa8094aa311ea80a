import { expect, test } from 'vitest'
import { droppedSeconds } from './countdowns.ts'

const skip = { from: 10_000, to: 12_000 }

test('a dropped second is the fault of the page, unless the machine stalled for a tick meanwhile', () => {
  expect(droppedSeconds([skip], [])).toEqual({ droppedSeconds: 1, droppedByMachine: 0 })
  for (const stall of [
    { from: 9_000, to: 10_249 },
    { from: 11_751, to: 20_000 },
    { from: 5_000, to: 9_000 },
  ])
    expect(droppedSeconds([skip], [stall])).toEqual({ droppedSeconds: 1, droppedByMachine: 0 })
  for (const stalls of [
    [{ from: 9_000, to: 10_250 }],
    [
      { from: 10_100, to: 10_225 },
      { from: 11_000, to: 11_125 },
    ],
  ])
    expect(droppedSeconds([skip], stalls)).toEqual({ droppedSeconds: 0, droppedByMachine: 1 })
})
